import { countOptions } from '../../../contract/evaluate.ts'
import { filterOf, valueLabel, type Filter } from '../../../contract/filters.ts'
import type { ActivitySets } from '../../../contract/match.ts'
import type { Category } from '../../../contract/records.ts'
import type { FilterOption } from '../../../contract/search.ts'
import { folded, type SearchDoc } from '../../../contract/search-doc.ts'
import type { FilterSource } from './filter-slot.ts'

/** What the device knows of a list: its documents, and the lists that a record may be in. */
export type PinnedKnowledge = {
  name: string
  docs: readonly SearchDoc[]
  activity: ActivitySets
  listNames: ReadonlyMap<string, string>
}

/** Options and counts from what is on the device, by the rules of the server. */
export const pinnedSource = (
  category: Category,
  { name, docs, activity, listNames }: PinnedKnowledge,
): FilterSource => {
  const valuesOf = (identifier: string): Map<string, number> => {
    const counts = new Map<string, number>()
    const add = (value: string, count = 1) => counts.set(value, (counts.get(value) ?? 0) + count)
    if (identifier === 'cus-list')
      for (const id of listNames.keys()) add(id, activity['cus-list']?.[id]?.length ?? 0)
    else for (const { facets } of docs) for (const value of facets[identifier] ?? []) add(value)
    return counts
  }
  const labelOf = (filter: Filter, value: string): string =>
    filter.identifier === 'cus-list'
      ? (listNames.get(value) ?? value)
      : filter.kind === 'ids'
        ? (nameOf(docs, filter.identifier, value) ?? value)
        : valueLabel(filter, value)
  const page = (
    identifier: string,
    values: Map<string, number>,
    range: { from?: unknown; size?: unknown },
    term = '',
  ) => {
    const filter = filterOf(identifier)
    const words = folded(term)
    const options = (filter === undefined ? [] : [...values])
      .map(([value, count]): FilterOption => {
        const parts = parentOf(docs, identifier, value)
        return {
          value,
          label: filter === undefined ? value : labelOf(filter, value),
          count,
          ...(parts === undefined ? {} : { parent: parts }),
          hasChildren: hasChildren(docs, identifier, value),
        }
      })
      .filter(({ label }) => ` ${folded(label)}`.includes(` ${words}`))
      .toSorted((x, y) => y.count - x.count || (x.label < y.label ? -1 : 1))
    const from = Number(range.from ?? 0)
    return Promise.resolve({
      success: true,
      total: options.length,
      records: options.slice(from, from + Number(range.size ?? 10)),
    })
  }
  made += 1
  const own = `${name} ${made}`
  return {
    counted: own,
    catalogue: own,
    counts: ({
      identifiers,
      values = {},
      filters = {},
      operators = {},
      excluded = {},
      ...rest
    }) => {
      const { search = '', metadata = {} } = rest
      const criteria = { filters, operators, excluded, search, metadata }
      const options = Object.fromEntries(
        identifiers.map((identifier) => [
          identifier,
          values[identifier] ?? filterOf(identifier)?.options?.map(({ value }) => value) ?? [],
        ]),
      )
      return Promise.resolve(countOptions(docs, { category, criteria, activity }, options))
    },
    searchFilterOptions: ({ identifier, searchTerm, ...range }) =>
      page(identifier, valuesOf(identifier), range, searchTerm),
    filterLevels: ({ identifier, levelOneId, ...range }) =>
      page(
        identifier,
        new Map(
          [...valuesOf(identifier)].filter(
            ([value]) => parentOf(docs, identifier, value) === levelOneId,
          ),
        ),
        range,
      ),
    optionLabels: ({ identifier, values }) => {
      const filter = filterOf(identifier)
      return Promise.resolve({
        labels: Object.fromEntries(
          values.map((value) => [value, filter === undefined ? value : labelOf(filter, value)]),
        ),
      })
    },
  }
}

/** Tells apart what was counted of a list before and after it changed. */
let made = 0

/** Filters about what the organisation downloaded and pushed are the server's to answer. */
export const answeredHere = ({ identifier }: Filter): boolean =>
  identifier !== 'cus-downloaded' && identifier !== 'cus-pushed-enriched'

const isPlace = (identifier: string): boolean => identifier.endsWith('location')

/** The level above a value: of places by their path, of industries by what stands in front of them. Technologies are one level here. */
const parentOf = (
  docs: readonly SearchDoc[],
  identifier: string,
  value: string,
): string | undefined => {
  if (isPlace(identifier)) {
    const end = value.lastIndexOf('/')
    return end === -1 ? undefined : value.slice(0, end)
  }
  if (identifier !== 'industry') return undefined
  for (const { facets } of docs) {
    const at = facets['industry']?.indexOf(value) ?? -1
    if (at !== -1) return at === 0 ? undefined : facets['industry']?.[0]
  }
  return undefined
}

const hasChildren = (docs: readonly SearchDoc[], identifier: string, value: string): boolean => {
  const held = isPlace(identifier)
    ? (values: readonly string[]) => values.some((other) => other.startsWith(`${value}/`))
    : (values: readonly string[]) => values[0] === value && values.length > 1
  return (
    (isPlace(identifier) || identifier === 'industry') &&
    docs.some(({ facets }) => held(facets[identifier] ?? []))
  )
}

/** A record's name, from its own document, or a company's from one of its people. */
const nameOf = (docs: readonly SearchDoc[], identifier: string, id: string): string | undefined => {
  const own = docs.find((doc) => doc.id === id)
  if (own) return own.names[0]
  if (identifier !== 'company_id') return undefined
  return docs.find(({ facets }) => facets['company_id']?.includes(id))?.text[1]
}
