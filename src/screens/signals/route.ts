import { listPageSize } from '../../../contract/constants.ts'
import { links } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import { signalFilterErrors, signalFilters } from '../../../contract/signals/signal-filters.ts'
import type {
  signalSorts,
  SignalCategory,
  SignalFilters,
} from '../../../contract/signals/signals.ts'
import { isUuid } from '../../../contract/core/ids.ts'
import type { HomeCountry } from '../../lib/ui-state.ts'
import { readId, readPage } from '../../lib/address.ts'

/** The state of the signals screen, as its address says it; the country is the top bar's. Pages count from 0; `open` is the record beside the signals. */
export type SignalsRoute = {
  tab: SignalCategory | 'agents'
  category: SignalCategory
  filters: SignalFilters
  search: string
  scope: Scope
  country: HomeCountry
  sort: Sort
  page: number
  agentId: string | null
  runIds: readonly string[]
  open: { category: Category; id: string } | null
}

/** The user's lists and good fits, or everything. */
export type Scope = 'forYou' | 'all'

export type Sort = 'newest' | 'oldest' | 'found' | 'confidence' | 'surge'

/** The server counts no further (contract/signals/signals.ts). */
const maxDepth = 10_000
const maxSearchLength = 120
const maxRuns = 50

type Sorting = { field: (typeof signalSorts)[number]; order: 'asc' | 'desc' }

/** The label and query of each order. By default companies come in the order of their newest signals, so that pages do not split them. */
export const sortings: Record<Sort, { label: string; sorting: Sorting[] }> = {
  newest: { label: 'Newest first', sorting: [{ field: 'company', order: 'desc' }] },
  oldest: { label: 'Oldest first', sorting: [{ field: 'event_date', order: 'asc' }] },
  found: { label: 'Recently found', sorting: [{ field: 'detected_at', order: 'desc' }] },
  confidence: { label: 'Highest confidence', sorting: [{ field: 'confidence', order: 'desc' }] },
  surge: { label: 'Strongest surge', sorting: [{ field: 'surge_rating', order: 'desc' }] },
}

/** The type filter of a category; intent has only one type. */
export const typeFilter = (category: SignalCategory): string | null =>
  category === 'intent' ? null : `${category}-signal-type`

/** Parses an address; invalid parts are left out. */
export const readSignalsRoute = (
  query: string,
  categories: readonly SignalCategory[],
  country: HomeCountry,
): SignalsRoute => {
  const params = new URLSearchParams(query)
  const categoryParam = params.get('category')
  const category = categories.find((each) => each === categoryParam) ?? categories[0] ?? 'company'
  const sort = params.get('sort') ?? ''
  const [opened, id] = (params.get('open') ?? '').split(':')
  return {
    tab: params.has('agents') ? 'agents' : category,
    category,
    filters: filtersIn(params, category),
    scope: params.get('scope') === 'all' ? 'all' : 'forYou',
    country,
    search: (params.get('q') ?? '').slice(0, maxSearchLength),
    sort: isSort(sort, category) ? sort : 'newest',
    page: readPage(params, maxDepth / listPageSize),
    agentId: readId(params, 'agentId'),
    runIds: listIn(params.get('run')).filter(isUuid).slice(0, maxRuns),
    open:
      id !== undefined && (opened === 'company' || opened === 'people')
        ? { category: opened, id }
        : null,
  }
}

export const addressOf = (route: SignalsRoute): string => {
  if (route.tab === 'agents') return links.agents()
  const params = new URLSearchParams()
  const { category, filters, search, scope, sort, page, agentId, runIds, open } = route
  params.set('category', category)
  if (agentId !== null) params.set('agentId', agentId)
  if (runIds.length > 0) params.set('run', runIds.join(','))
  for (const { identifier } of signalFilters) {
    const values = filters[identifier] ?? []
    if (values.length === 0) continue
    if (identifier === typeFilter(category)) params.set('type', values.join(','))
    else if (identifier === 'lists') params.set('lists', values.join(','))
    else for (const value of values) params.append(identifier, value)
  }
  if (scope === 'all') params.set('scope', scope)
  if (search !== '') params.set('q', search)
  if (sort !== 'newest') params.set('sort', sort)
  if (page > 0) params.set('page', String(page + 1))
  if (open !== null) params.set('open', `${open.category}:${open.id}`)
  return `${links.signals()}?${params.toString()}`
}

/** Whether the user chose the records by name, by list or by an agent: neither scope nor country narrows these. */
export const namesRecords = ({ filters, agentId, runIds }: Narrowing): boolean =>
  agentId !== null ||
  runIds.length > 0 ||
  ['lists', 'company', 'people'].some((identifier) => filters[identifier] !== undefined)

type Narrowing = Pick<SignalsRoute, 'filters' | 'agentId' | 'runIds'>

/** The country that narrows a route: a chosen place takes precedence. */
export const countryOf = (route: Narrowing & Pick<SignalsRoute, 'country'>): HomeCountry | null =>
  namesRecords(route) || route.filters['location'] !== undefined ? null : route.country

export const questionOf = ({
  category,
  filters,
  search,
  scope,
  country,
  agentId,
  runIds,
}: Omit<SignalsRoute, 'tab' | 'sort' | 'page' | 'open'>) => ({
  category,
  filters,
  search,
  country: countryOf({ filters, agentId, runIds, country }) ?? undefined,
  ...(scope === 'forYou' && !namesRecords({ filters, agentId, runIds }) ? { forYou: true } : {}),
  ...(agentId === null ? {} : { agentId }),
  ...(runIds.length === 0 ? {} : { incrementalRunIds: [...runIds] }),
})

export const isNarrowed = ({ filters, search, agentId, runIds }: SignalsRoute): boolean =>
  Object.keys(filters).length > 0 || search !== '' || agentId !== null || runIds.length > 0

const filtersIn = (params: URLSearchParams, category: SignalCategory): SignalFilters => {
  const filters: SignalFilters = {}
  for (const { identifier, categories } of signalFilters) {
    if (!categories.includes(category)) continue
    const rawValues =
      identifier === typeFilter(category)
        ? listIn(params.get('type'))
        : identifier === 'lists'
          ? listIn(params.get('lists'))
          : params.getAll(identifier)
    const values = [...new Set(rawValues)].filter(
      (value) => signalFilterErrors({ [identifier]: [value] }, category).length === 0,
    )
    const fitting =
      identifier === 'when' || identifier === 'event_date' ? values.slice(0, 1) : values
    if (fitting.length > 0) filters[identifier] = fitting
  }
  return filters
}

const isSort = (name: string, category: SignalCategory): name is Sort =>
  Object.hasOwn(sortings, name) && (name !== 'surge' || category === 'intent')

const listIn = (text: string | null): string[] =>
  (text ?? '').split(',').filter((each) => each !== '')
