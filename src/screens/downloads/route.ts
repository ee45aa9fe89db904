import * as z from 'zod/mini'
import { links } from '../../../contract/links.ts'
import { Category } from '../../../contract/records/records.ts'
import {
  RequestStatus,
  RequestType,
  statusLabels,
  type HistoryRow,
} from '../../../contract/money/downloads.ts'
import { readId, readPage } from '../../lib/address.ts'

/** Filters of the history (spec 3, download history query); null does not filter. */
export type HistoryFilters = {
  type: string | null
  category: Category | null
  status: RequestStatus | null
  requestId: string | null
  userId: string | null
}

/** The state of the download centre in its address. Pages count from 0; `open` is the request whose details are open. */
export type HistoryRoute = { filters: HistoryFilters; page: number; open: string | null }

/** Requests per page (product 2.8). */
export const pageSize = 10
/** The server's limit (contract/money/downloads.ts). */
const maxDepth = 10_000

/** Parses an address; ignores invalid parts. */
export const readHistoryRoute = (query: string): HistoryRoute => {
  const params = new URLSearchParams(query)
  const part = <Value>(schema: z.ZodMiniType<Value>, name: string): Value | null =>
    z.safeParse(schema, params.get(name)).data ?? null
  return {
    filters: {
      type: part(RequestType, 'type'),
      category: part(Category, 'category'),
      status: part(RequestStatus, 'status'),
      requestId: readId(params, 'requestId'),
      userId: part(z.string().check(z.minLength(1), z.maxLength(80)), 'userId'),
    },
    page: readPage(params, maxDepth / pageSize),
    open: readId(params, 'open'),
  }
}

/** The address of a state, its parts always in the same order. */
export const addressOf = ({ filters, page, open }: HistoryRoute): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== null) params.set(name, value)
  if (page > 0) params.set('page', String(page + 1))
  if (open !== null) params.set('open', open)
  const query = params.toString()
  return `${links.downloadCenter()}${query === '' ? '' : `?${query}`}`
}

export const noFilters: HistoryFilters = {
  type: null,
  category: null,
  status: null,
  requestId: null,
  userId: null,
}

export const isNarrowed = (filters: HistoryFilters): boolean =>
  Object.values(filters).some((value) => value !== null)

/** Whether a cached request matches the filters as on the server: statuses with the same label belong together. */
export const matchesFilters = (row: HistoryRow, filters: HistoryFilters): boolean =>
  (filters.type === null || row.type === filters.type) &&
  (filters.category === null || row.category === filters.category) &&
  (filters.status === null || statusLabels[row.status] === statusLabels[filters.status]) &&
  (filters.requestId === null || row.requestId === filters.requestId) &&
  (filters.userId === null || row.user.userId === filters.userId)
