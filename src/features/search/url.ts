import * as z from 'zod/mini'
import {
  criteriaErrors,
  deepest,
  emptyCriteria,
  maxFilters,
  maxValues,
  pageSizes,
  sorts,
  tidied,
  type Criteria,
  type CriteriaMetadata,
} from '../../../contract/criteria.ts'
import { filterOf, filters } from '../../../contract/filters.ts'
import type { Category } from '../../../contract/records.ts'
import { Id } from '../../../contract/saved.ts'
import { startState, type SearchState, type Sort } from './search-state.ts'

/**
 * The query part of a search's address, without '?': one parameter a chosen value ('industry=Mining'), 'not.' before those left out,
 * then what belongs to the view. Nothing that holds by default is written, so an address reads like the search it is.
 */
export const encodeSearch = (state: SearchState): string => {
  const params = new URLSearchParams()
  const criteria = tidied(state.criteria)
  if (criteria.search !== '') params.append('q', criteria.search)
  for (const [values, prefix] of [
    [criteria.filters, ''],
    [criteria.excluded, 'not.'],
  ] as const)
    for (const [identifier, list] of Object.entries(values))
      for (const value of list) params.append(prefix + identifier, value)
  // An address without criteria is a new search in the default country; one that wants all countries has to say so.
  if (params.size === 0) params.append('country', 'any')
  const both = Object.keys(criteria.operators)
  if (both.length > 0) params.append('and', both.join(','))
  encodeMetadata(criteria.metadata, params)
  if (state.tab === 'people') params.append('tab', 'people')
  for (const category of ['company', 'people'] as const) {
    const prefix = category === 'people' ? 'people.' : ''
    const sort = state.sort[category]
    if (sort !== null) params.append(`${prefix}sort`, `${sort.field}:${sort.order}`)
    const page = state.pages[category]
    if (page > 0) params.append(`${prefix}page`, String(page + 1))
  }
  if (state.size !== pageSizes[0]) params.append('size', String(state.size))
  if (state.open !== null) params.append('open', state.open)
  if (state.saved !== null) params.append('saved', state.saved)
  return params
    .toString()
    .replaceAll('%2F', '/')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%28', '(')
    .replaceAll('%29', ')')
}

/** The search an address stands for. Parts that make no sense are left out; without any criteria it is a new search with `fresh`. */
export const decodeSearch = (query: string, fresh: Criteria): SearchState => {
  const params = new URLSearchParams(query)
  const criteria = decodeCriteria(params)
  const size = pageSizes.find((offered) => String(offered) === params.get('size')) ?? pageSizes[0]
  const open = params.get('open')
  return {
    ...startState(criteria ?? fresh),
    tab: params.get('tab') === 'people' ? 'people' : 'company',
    pages: {
      company: decodePage(params.get('page'), size),
      people: decodePage(params.get('people.page'), size),
    },
    size,
    sort: {
      company: decodeSort(params.get('sort'), 'company'),
      people: decodeSort(params.get('people.sort'), 'people'),
    },
    open: open === '' ? null : open,
    saved: idIn(params, 'saved'),
  }
}

/** What an address only names, by links.savedSearch or links.recentSearch: its criteria are on the device. Null where it says them itself. */
export const namedIn = (query: string): { kind: 'saved' | 'recent'; id: string } | null => {
  const params = new URLSearchParams(query)
  if (decodeCriteria(params) !== undefined) return null
  for (const kind of ['saved', 'recent'] as const) {
    const id = idIn(params, kind)
    if (id !== null) return { kind, id }
  }
  return null
}

const idIn = (params: URLSearchParams, key: string): string | null => {
  const id = z.safeParse(Id, params.get(key))
  return id.success ? id.data : null
}

const decodeCriteria = (params: URLSearchParams): Criteria | undefined => {
  const side = (prefix: string): Criteria['filters'] =>
    Object.fromEntries(
      filters
        .map(({ identifier }): [string, string[]] => [
          identifier,
          [...new Set(params.getAll(prefix + identifier))]
            .filter((value) => makesSense(identifier, value))
            .slice(0, maxValues),
        ])
        .filter(([, values]) => values.length > 0)
        .slice(0, maxFilters),
    )
  const search = (params.get('q') ?? '').trim().slice(0, 120)
  const chosen = side('')
  const excluded = side('not.')
  const names = new Set([...params.keys()].map((key) => key.replace(/^not\./, '')))
  if (search === '' && !filters.some(({ identifier }) => names.has(identifier))) return undefined
  return tidied({
    filters: chosen,
    excluded,
    operators: Object.fromEntries(
      listed(params.get('and'))
        .filter((identifier) => filterOf(identifier)?.and === true)
        .map((identifier) => [identifier, 'AND' as const]),
    ),
    search,
    metadata: decodeMetadata(params),
  })
}

const makesSense = (identifier: string, value: string): boolean =>
  value !== '' &&
  criteriaErrors({ ...emptyCriteria, filters: { [identifier]: [value] } }, 'people').length === 0

const encodeMetadata = (metadata: CriteriaMetadata, params: URLSearchParams): void => {
  if (metadata.radiusKm !== undefined) params.append('radius', String(metadata.radiusKm))
  if (metadata.includeUnknown !== undefined && metadata.includeUnknown.length > 0)
    params.append('unknown', metadata.includeUnknown.join(','))
  if (metadata.includePast === true) params.append('past', 'yes')
  if (metadata.near !== undefined)
    params.append('near', `${metadata.near.lat},${metadata.near.lng}`)
}

const decodeMetadata = (params: URLSearchParams): CriteriaMetadata => {
  const metadata: CriteriaMetadata = {}
  const radius = numberOf(params.get('radius'))
  if (radius !== undefined && radius >= 1 && radius <= 100) metadata.radiusKm = radius
  const unknown = listed(params.get('unknown')).filter((id) => filterOf(id)?.unknown === true)
  if (unknown.length > 0) metadata.includeUnknown = unknown
  if (params.get('past') === 'yes') metadata.includePast = true
  const [lat, lng] = (params.get('near') ?? '').split(',').map(numberOf)
  if (lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180)
    metadata.near = { lat, lng }
  return metadata
}

const decodePage = (text: string | null, size: number): number => {
  const page = numberOf(text)
  if (page === undefined || !Number.isInteger(page) || page < 1) return 0
  return Math.min(page - 1, deepest / size - 1)
}

const decodeSort = (text: string | null, category: Category): Sort | null => {
  const [field = '', order] = (text ?? '').split(':')
  const known = sorts[category].some((offered) => offered === field)
  return known && (order === 'asc' || order === 'desc') ? { field, order } : null
}

const listed = (text: string | null): string[] => [
  ...new Set((text ?? '').split(',').filter((part) => part !== '')),
]

const numberOf = (text: string | null | undefined): number | undefined => {
  if (text === null || text === undefined || text.trim() === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
