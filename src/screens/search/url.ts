import * as z from 'zod/mini'
import {
  deepest,
  maxPrompt,
  pageSizes,
  sorts,
  tidied,
  type Criteria,
} from '../../../contract/search/criteria.ts'
import { numberIn, readCriteria, writeCriteria } from '../../../contract/search/criteria-url.ts'
import type { Category } from '../../../contract/records/records.ts'
import { Id } from '../../../contract/saved-work/item.ts'
import { startState, type SearchState, type Sort } from './search-state.ts'

/**
 * The query part of a search's address, without '?': one parameter a chosen value ('industry=Mining'), 'not.' before those left out,
 * then what belongs to the view. Nothing that holds by default is written, so an address reads like the search it is.
 */
export const encodeSearch = (state: SearchState): string => {
  const params = new URLSearchParams()
  writeCriteria(state.criteria, params)
  // An address without criteria is a new search in the default country; one that wants all countries has to say so.
  const { search, filters, excluded } = tidied(state.criteria)
  if (search === '' && Object.keys({ ...filters, ...excluded }).length === 0)
    params.append('country', 'any')
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
  if (state.prompt !== null) params.append('prompt', state.prompt)
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
  const criteria = readCriteria(params)
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
    prompt: criteria === undefined ? null : promptIn(params),
  }
}

/** What an address only names, by links.savedSearch or links.recentSearch: its criteria are on the device. Null where it says them itself. */
export const namedIn = (query: string): { kind: 'saved' | 'recent'; id: string } | null => {
  const params = new URLSearchParams(query)
  if (readCriteria(params) !== undefined) return null
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

const promptIn = (params: URLSearchParams): string | null => {
  const prompt = params.get('prompt')?.trim() ?? ''
  return prompt === '' || prompt.length > maxPrompt ? null : prompt
}

const decodePage = (text: string | null, size: number): number => {
  const page = numberIn(text)
  if (page === undefined || !Number.isInteger(page) || page < 1) return 0
  return Math.min(page - 1, deepest / size - 1)
}

const decodeSort = (text: string | null, category: Category): Sort | null => {
  const [field = '', order] = (text ?? '').split(':')
  const known = sorts[category].some((offered) => offered === field)
  return known && (order === 'asc' || order === 'desc') ? { field, order } : null
}
