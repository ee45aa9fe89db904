import { countOptions } from '../../../contract/search/evaluate.ts'
import type { Filter } from '../../../contract/search/filter.ts'
import { filterOf, valueLabel } from '../../../contract/search/filters.ts'
import type { ActivitySets } from '../../../contract/search/match.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { FilterOption } from '../../../contract/search/search.ts'
import { foldText, type SearchDoc } from '../../../contract/search/search-doc.ts'
import type { FilterSource } from './filter-source.ts'
import { yieldToMain } from '../../lib/defer.ts'

export type PinnedKnowledge = {
  name: string
  docs: readonly SearchDoc[]
  activity: ActivitySets
  listNames: ReadonlyMap<string, string>
}

/** Options and counts from the device, by the server's rules. */
export const pinnedSource = (
  category: Category,
  { name, docs, activity, listNames }: PinnedKnowledge,
): FilterSource => {
  const trees = new Map<string, Tree>()
  const treeOf = (identifier: string): Tree => {
    const known = trees.get(identifier)
    if (known) return known
    const tree =
      identifier === 'cus-list' ? listTree(activity, listNames) : buildTree(docs, identifier)
    trees.set(identifier, tree)
    return tree
  }
  const labelOf = (filter: Filter, value: string): string =>
    filter.identifier === 'cus-list'
      ? (listNames.get(value) ?? value)
      : filter.kind === 'ids'
        ? (nameOf(docs, filter.identifier, value) ?? value)
        : valueLabel(filter, value)
  const page = async (
    identifier: string,
    isWanted: (parent: string | undefined) => boolean,
    range: { from?: unknown; size?: unknown },
    term = '',
  ) => {
    await yieldToMain()
    const filter = filterOf(identifier)
    const query = foldText(term)
    const { counts, parents, branches } = treeOf(identifier)
    const options = (filter === undefined ? [] : [...counts])
      .filter(([value]) => isWanted(parents.get(value)))
      .map(([value, count]): FilterOption => {
        const parent = parents.get(value)
        return {
          value,
          label: filter === undefined ? value : labelOf(filter, value),
          count,
          ...(parent === undefined ? {} : { parent }),
          hasChildren: branches.has(value),
        }
      })
      .filter(({ label }) => ` ${foldText(label)}`.includes(` ${query}`))
      .toSorted((x, y) => y.count - x.count || (x.label < y.label ? -1 : 1))
    const from = Number(range.from ?? 0)
    return {
      success: true,
      total: options.length,
      records: options.slice(from, from + Number(range.size ?? 10)),
    }
  }
  sourceCount += 1
  const own = `${name} ${sourceCount}`
  return {
    counted: own,
    catalogue: own,
    counts: async ({
      identifiers,
      values = {},
      filters = {},
      operators = {},
      excluded = {},
      ...rest
    }) => {
      const { search = '', metadata = {} } = rest
      const criteria = { filters, operators, excluded, search, metadata }
      const query = { category, criteria, activity }
      const answer = countOptions(docs, query, {})
      for (const identifier of identifiers) {
        await yieldToMain()
        const options =
          values[identifier] ?? filterOf(identifier)?.options?.map(({ value }) => value) ?? []
        Object.assign(answer.counts, countOptions(docs, query, { [identifier]: options }).counts)
      }
      return answer
    },
    searchFilterOptions: ({ identifier, searchTerm, ...range }) =>
      page(identifier, () => true, range, searchTerm),
    filterLevels: ({ identifier, levelOneId, ...range }) =>
      page(identifier, (parent) => parent === levelOneId, range),
    optionLabels: ({ identifier, values }) => {
      const filter = filterOf(identifier)
      return Promise.resolve({
        labels: Object.fromEntries(
          values.map((value) => [value, filter === undefined ? value : labelOf(filter, value)]),
        ),
        parents: Object.fromEntries(
          values.flatMap((value) => {
            const parent = treeOf(identifier).parents.get(value)
            return parent === undefined ? [] : [[value, parent]]
          }),
        ),
      })
    },
  }
}

/** Makes the query keys of a changed list differ. */
let sourceCount = 0

/** Only the server knows what the organisation downloaded and pushed, and what its CRM has. */
export const isAnsweredOnDevice = ({ identifier, about }: Filter): boolean =>
  about !== 'activity' || identifier === 'cus-list'

const isLocation = (identifier: string): boolean => identifier.endsWith('location')

/** The values of a filter: how many records have each, their parent, and which have children. */
type Tree = {
  counts: ReadonlyMap<string, number>
  parents: ReadonlyMap<string, string>
  branches: ReadonlySet<string>
}

const listTree = (activity: ActivitySets, names: ReadonlyMap<string, string>): Tree => ({
  counts: new Map([...names.keys()].map((id) => [id, activity['cus-list']?.[id]?.length ?? 0])),
  parents: new Map(),
  branches: new Set(),
})

/** Locations nest by path, industries by group. Technologies have one level here. */
const buildTree = (docs: readonly SearchDoc[], identifier: string): Tree => {
  const counts = new Map<string, number>()
  const parents = new Map<string, string>()
  const hasPath = isLocation(identifier)
  for (const { facets } of docs) {
    const values = facets[identifier] ?? []
    for (const value of values) {
      const before = counts.get(value)
      counts.set(value, (before ?? 0) + 1)
      if (before !== undefined) continue
      const parent = hasPath ? parentPath(value) : identifier === 'industry' ? values[0] : undefined
      if (parent !== undefined && parent !== value) parents.set(value, parent)
    }
  }
  return { counts, parents, branches: new Set(parents.values()) }
}

const parentPath = (path: string): string | undefined => {
  const end = path.lastIndexOf('/')
  return end === -1 ? undefined : path.slice(0, end)
}

const nameOf = (docs: readonly SearchDoc[], identifier: string, id: string): string | undefined => {
  const own = docs.find((doc) => doc.id === id)
  if (own) return own.names[0]
  if (identifier !== 'company_id') return undefined
  return docs.find(({ facets }) => facets['company_id']?.includes(id))?.text[1]
}
