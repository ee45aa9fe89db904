import { maxPrompt } from '../../../contract/constants.ts'
import {
  deepest,
  pageSizes,
  sorts,
  tidyCriteria,
  type Criteria,
} from '../../../contract/search/criteria.ts'
import {
  nearMe,
  numberIn,
  readCriteria,
  writeCriteria,
} from '../../../contract/search/criteria-url.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { Point } from '../../../contract/search/distance.ts'
import { readId } from '../../lib/address.ts'
import type { SearchState, Sort } from './search-state.ts'

/** Has no '?': one parameter a chosen value ('industry=Mining'), 'not.' before excluded ones, then the view. Defaults are omitted. */
export const encodeSearch = (state: SearchState): string => {
  const params = new URLSearchParams()
  writeCriteria(state.criteria, params)
  // An address without criteria is a new search in the default country, so a search of all countries needs a parameter.
  const { search, filters, excluded } = tidyCriteria(state.criteria)
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
  if (state.map) params.append('view', 'map')
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

/** A parsed address of the search; `criteria` is undefined where the address has none. */
export type SearchAddress = {
  query: string
  criteria: Criteria | undefined
  view: Omit<SearchState, 'criteria'>
  /** Near the user, whose position is unknown. */
  awaitsPosition: boolean
  /** The search of links.savedSearch or links.recentSearch, whose criteria are on the device; null where the address has criteria. */
  named: { kind: 'saved' | 'recent'; id: string } | null
}

/** Parses the query part of an address; invalid parts are left out. */
export const parseSearch = (query: string, position: Point | null = null): SearchAddress => {
  const params = new URLSearchParams(query)
  const criteria = readCriteria(params, position)
  const size = pageSizes.find((offered) => String(offered) === params.get('size')) ?? pageSizes[0]
  const open = params.get('open')
  const saved = readId(params, 'saved')
  return {
    query,
    criteria,
    view: {
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
      map: params.get('view') === 'map',
      saved,
      prompt: criteria === undefined ? null : promptIn(params),
    },
    awaitsPosition: position === null && params.get('near') === nearMe,
    named: criteria === undefined ? namedSearch(saved, readId(params, 'recent')) : null,
  }
}

export const stateAt = ({ criteria, view }: SearchAddress, fresh: Criteria): SearchState => ({
  ...view,
  criteria: criteria ?? fresh,
})

export const decodeSearch = (
  query: string,
  fresh: Criteria,
  position: Point | null = null,
): SearchState => stateAt(parseSearch(query, position), fresh)

const namedSearch = (saved: string | null, recent: string | null): SearchAddress['named'] => {
  if (saved !== null) return { kind: 'saved', id: saved }
  return recent === null ? null : { kind: 'recent', id: recent }
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
