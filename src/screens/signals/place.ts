import { links } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import { signalFilterErrors, signalFilters } from '../../../contract/signals/signal-filters.ts'
import type {
  signalSorts,
  SignalCategory,
  SignalFilters,
} from '../../../contract/signals/signals.ts'

/** Where one is among signals: everything the address says. Pages count from 0; `open` is the record beside them. */
export type Place = {
  category: SignalCategory
  filters: SignalFilters
  search: string
  sort: Sort
  page: number
  agentId: string | null
  runIds: readonly string[]
  open: { category: Category; id: string } | null
}

/** What is sorted by, the greatest first; `oldest` is the one that turns around. */
export type Sort = 'newest' | 'oldest' | 'found' | 'confidence' | 'surge'

/** So many signals a page (spec 9). */
export const pageSize = 10
/** The server counts no further (contract/signals/signals.ts). */
const deepest = 10_000
const longestSearch = 120
const mostRuns = 50

type Sorting = { field: (typeof signalSorts)[number]; order: 'asc' | 'desc' }

/** How each is asked for; what is not named is the server's own order: the newest first, then the surest. */
export const sortings: Record<Sort, { label: string; sorting: Sorting[] }> = {
  newest: { label: 'Newest first', sorting: [] },
  oldest: { label: 'Oldest first', sorting: [{ field: 'event_date', order: 'asc' }] },
  found: { label: 'Recently found', sorting: [{ field: 'detected_at', order: 'desc' }] },
  confidence: { label: 'Highest confidence', sorting: [{ field: 'confidence', order: 'desc' }] },
  surge: { label: 'Strongest surge', sorting: [{ field: 'surge_rating', order: 'desc' }] },
}

/** The filter of types of a category; intent has only one type. */
export const typeFilter = (category: SignalCategory): string | null =>
  category === 'intent' ? null : `${category}-signal-type`

/** What an address says; a part that makes no sense is as if it were not there. */
export const readPlace = (query: string, categories: readonly SignalCategory[]): Place => {
  const params = new URLSearchParams(query)
  const asked = params.get('category')
  const category = categories.find((each) => each === asked) ?? categories[0] ?? 'company'
  const page = Number(params.get('page') ?? 1)
  const sort = params.get('sort') ?? ''
  const [opened, id] = (params.get('open') ?? '').split(':')
  return {
    category,
    filters: filtersIn(params, category),
    search: (params.get('q') ?? '').slice(0, longestSearch),
    sort: isSort(sort, category) ? sort : 'newest',
    page: Number.isInteger(page) && page > 1 && page <= deepest / pageSize ? page - 1 : 0,
    agentId: uuid.test(params.get('agentId') ?? '') ? params.get('agentId') : null,
    runIds: listIn(params.get('run'))
      .filter((run) => uuid.test(run))
      .slice(0, mostRuns),
    open:
      id !== undefined && (opened === 'company' || opened === 'people')
        ? { category: opened, id }
        : null,
  }
}

/** The address of a place, its parts always in the same order. */
export const addressOf = (place: Place): string => {
  const params = new URLSearchParams()
  const { category, filters, search, sort, page, agentId, runIds, open } = place
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
  if (search !== '') params.set('q', search)
  if (sort !== 'newest') params.set('sort', sort)
  if (page > 0) params.set('page', String(page + 1))
  if (open !== null) params.set('open', `${open.category}:${open.id}`)
  return `${links.signals()}?${params.toString()}`
}

/** The question of a place, as the calls take it. */
export const questionOf = ({
  category,
  filters,
  search,
  agentId,
  runIds,
}: Pick<Place, 'category' | 'filters' | 'search' | 'agentId' | 'runIds'>) => ({
  category,
  filters,
  search,
  ...(agentId === null ? {} : { agentId }),
  ...(runIds.length === 0 ? {} : { incrementalRunIds: [...runIds] }),
})

/** Whether a place shows less than everything of its category. */
export const isNarrowed = ({ filters, search, agentId, runIds }: Place): boolean =>
  Object.keys(filters).length > 0 || search !== '' || agentId !== null || runIds.length > 0

const filtersIn = (params: URLSearchParams, category: SignalCategory): SignalFilters => {
  const filters: SignalFilters = {}
  for (const { identifier, categories } of signalFilters) {
    if (!categories.includes(category)) continue
    const told =
      identifier === typeFilter(category)
        ? listIn(params.get('type'))
        : identifier === 'lists'
          ? listIn(params.get('lists'))
          : params.getAll(identifier)
    const values = [...new Set(told)].filter(
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
