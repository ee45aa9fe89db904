import { createHash } from 'node:crypto'
import { autocompleteAfter, preloadedFilters } from '../../contract/constants.ts'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import type { Filter } from '../../contract/search/filter.ts'
import { filterOf, filters, townLabel, valueLabel } from '../../contract/search/filters.ts'
import type { Category } from '../../contract/records/records.ts'
import type { AutocompleteRecord, FilterEntry } from '../../contract/search/search.ts'
import { catalogOf } from '../catalog/catalog.ts'
import { searchTowns } from '../catalog/towns.ts'
import { companyViews, listNames, namesOf, personViews } from '../records/views.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import type { Hit, SearchEngine } from '../search/engine.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { listOptions, optionsFrom, type OptionsPage } from './filter-options.ts'

type SearchEndpoint =
  | 'filters'
  | 'filterOptions'
  | 'searchFilterOptions'
  | 'filterLevels'
  | 'optionLabels'
  | 'searchTowns'
  | 'autocompleteCompanies'
  | 'autocompletePeople'

export const searchHandlers = (
  search: SearchEngine,
  resolver: QueryResolver,
): Handlers<SearchEndpoint> => ({
  filters: () => entries,
  filterOptions: async ({ identifier }, context) => {
    const filter = filterNamed(identifier)
    const { options } = filter
    if (options) return listOptions(search, filter, options, { from: 0, size: options.length })
    return filter.kind === 'ids' ? nothing : optionsFrom(search, filter, firstLevel, context)
  },
  searchFilterOptions: (input, context) => {
    const filter = filterNamed(input.identifier)
    const page: OptionsPage = { ...input, term: input.searchTerm.trim() }
    if (page.term.length < (filter.minTerm ?? 0) && page.term.length > 0) return nothing
    return filter.kind === 'ids'
      ? recordOptions(search, resolver, filter, page, context)
      : optionsFrom(search, filter, page, context)
  },
  filterLevels: (input, context) => {
    const filter = filterNamed(input.identifier)
    if (filter.kind !== 'levels')
      throw unknownFilter(`'${input.identifier}' doesn’t have levels.`, '/identifier')
    const page: OptionsPage = {
      ...input,
      term: input.searchTerm.trim(),
      parent: input.levelOneId ?? null,
    }
    return optionsFrom(search, filter, page, context)
  },
  searchTowns: ({ q, size }) => {
    const found = searchTowns(q)
    return {
      success: true,
      total: found.length,
      records: found
        .slice(0, size)
        .map(({ value, town: { lat, lng } }) => ({ value, label: townLabel(value), lat, lng })),
    }
  },
  optionLabels: async ({ identifier, values }, { inOrg, userId }) => {
    const filter = filterNamed(identifier)
    if (identifier === 'cus-list')
      return { labels: await inOrg((trx) => listNames(trx, values, userId)) }
    if (filter.kind !== 'ids')
      return {
        labels: Object.fromEntries(values.map((value) => [value, valueLabel(filter, value)])),
        ...(filter.kind === 'levels' && { parents: parentsOf(identifier, values) }),
      }
    const table = identifier === 'company_id' ? 'company' : 'person'
    return { labels: await inOrg((trx) => namesOf(trx, table, values)) }
  },
  autocompleteCompanies: (input, context) =>
    autocomplete(search, resolver, 'company', input, context),
  autocompletePeople: (input, context) => autocomplete(search, resolver, 'people', input, context),
})

/** Of a catalogue its top, of other texts the most frequent. */
const firstLevel: OptionsPage = { from: 0, size: 300, term: '', parent: null }

const parentsOf = (identifier: string, values: readonly string[]): Record<string, string> => {
  const catalog = catalogOf(identifier)
  const branches = catalog?.top() ?? []
  return Object.fromEntries(
    values.flatMap((value) => {
      const path = value.includes('/') ? value.slice(0, value.lastIndexOf('/')) : undefined
      const parent =
        branches.find((branch) =>
          catalog?.children(branch.value).some((child) => child.value === value),
        )?.value ?? path
      return parent === undefined ? [] : [[value, parent]]
    }),
  )
}

const nothing = { success: true, total: 0, records: [] }

const unknownFilter = (detail: string, pointer: string): ProblemError =>
  new ProblemError('invalid-filter', detail, {
    errors: [{ pointer, code: 'unknown-filter', detail }],
  })

const filterNamed = (identifier: string): Filter => {
  const filter = filterOf(identifier)
  if (!filter) throw unknownFilter(`We don’t know the filter '${identifier}'.`, '/identifier')
  return filter
}

const version = createHash('sha256').update(JSON.stringify(filters)).digest('hex').slice(0, 12)

const preloaded: ReadonlySet<string> = new Set(preloadedFilters)

const entries: FilterEntry[] = filters.map((filter) => ({
  identifier: filter.identifier,
  label: filter.label,
  category: filter.about === 'people' ? 'people' : 'company',
  group: filter.group,
  type: filter.kind,
  operators: filter.and === true ? ['OR', 'AND'] : ['OR'],
  searchable: filter.searchable === true,
  keyword: filter.keyword === true,
  levels: filter.levels ?? 1,
  preload: preloaded.has(filter.identifier),
  ...(filter.options ? { options: [...filter.options] } : {}),
  version,
}))

const autocomplete = async (
  search: SearchEngine,
  resolver: QueryResolver,
  category: Category,
  input: { q: string; from: number; size: number },
  context: Context,
): Promise<{ success: boolean; total: number; records: AutocompleteRecord[] }> => {
  const term = input.q.trim()
  if (term.length <= autocompleteAfter) return nothing
  const prepared = await resolver.prepare({ category, criteria: emptyCriteria }, context)
  const byDomain = domainKey(term)
  const { from, size } = input
  const { total, hits } =
    byDomain === null
      ? await search.autocomplete({ ...prepared, term, from, size })
      : await domainHits(search, prepared, byDomain, { from, size })
  const ids = hits.map((hit) => hit.id)
  const fuzzy = new Set(hits.filter(({ rank }) => rank === 'fuzzy').map(({ id }) => id))
  const records = await context.inOrg(async (trx): Promise<AutocompleteRecord[]> => {
    if (category === 'company')
      return (await companyViews(trx, ids, context.userId)).map((company) => ({
        id: company.id,
        name: company.name,
        ...(company.domain === undefined ? {} : { domain: company.domain }),
        ...locationOf(company.hq),
        category,
      }))
    const people = await personViews(trx, ids, context.userId)
    return people.map((person) => ({
      id: person.id,
      name: person.name,
      position: `${person.position}, ${person.company.name}`,
      ...locationOf(person.location),
      category,
    }))
  })
  return {
    success: true,
    total,
    records: records.map((record) => (fuzzy.has(record.id) ? { ...record, fuzzy: true } : record)),
  }
}

/** Companies whose domain has the words of the term. */
const domainHits = async (
  search: SearchEngine,
  prepared: Awaited<ReturnType<QueryResolver['prepare']>>,
  domain: string,
  page: { from: number; size: number },
): Promise<{ total: number; hits: Hit[] }> => {
  if (prepared.category === 'people') return { total: 0, hits: [] }
  const criteria = { ...prepared.criteria, search: domain }
  const { total, ids } = await search.search({ ...prepared, criteria, sorting: [], ...page })
  return { total, hits: ids.map((id) => ({ id, rank: 'exact' })) }
}

const locationOf = (
  address: { city?: string | undefined; state?: string | undefined } | undefined,
): { location?: string } => {
  const parts = [address?.city, address?.state].filter((part) => part !== undefined)
  return parts.length === 0 ? {} : { location: parts.join(', ') }
}

const recordOptions = async (
  search: SearchEngine,
  resolver: QueryResolver,
  filter: Filter,
  page: OptionsPage,
  context: Context,
): Promise<{
  success: boolean
  total: number
  records: { value: string; label: string; count: number }[]
}> => {
  const category = filter.identifier === 'company_id' ? 'company' : 'people'
  if (page.term === '') return nothing
  const prepared = await resolver.prepare({ category, criteria: emptyCriteria }, context)
  const { total, hits } = await search.autocomplete({
    ...prepared,
    term: page.term,
    from: page.from,
    size: page.size,
  })
  const ids = hits.map((hit) => hit.id)
  const names = await context.inOrg((trx) =>
    namesOf(trx, category === 'company' ? 'company' : 'person', ids),
  )
  const { counts } = await search.counts({
    category: 'people',
    criteria: emptyCriteria,
    options: { [filter.identifier]: ids },
  })
  return {
    success: true,
    total,
    records: ids.map((id) => ({
      value: id,
      label: names[id] ?? id,
      count: counts[filter.identifier]?.[id] ?? 0,
    })),
  }
}
