import * as z from 'zod/mini'
import { links } from '../../../contract/links.ts'
import { Category } from '../../../contract/records/records.ts'
import { Id } from '../../../contract/saved-work/item.ts'
import {
  RequestStatus,
  RequestType,
  statusLabels,
  type HistoryRow,
} from '../../../contract/money/downloads.ts'

/** What the history is narrowed to (spec 3, download history query); null narrows nothing. */
export type HistoryFilters = {
  type: string | null
  category: Category | null
  status: RequestStatus | null
  requestId: string | null
  userId: string | null
}

/** Where one is in the download centre: everything its address says. Pages count from 0; `open` is the request whose details are shown. */
export type Place = { filters: HistoryFilters; page: number; open: string | null }

/** So many requests a page (product 2.8). */
export const pageSize = 10
/** The server counts no further (contract/money/downloads.ts). */
const deepest = 10_000

/** What an address says; a part that makes no sense is as if it were not there. */
export const readPlace = (query: string): Place => {
  const params = new URLSearchParams(query)
  const part = <Value>(schema: z.ZodMiniType<Value>, name: string): Value | null =>
    z.safeParse(schema, params.get(name)).data ?? null
  const page = Number(params.get('page') ?? 1)
  return {
    filters: {
      type: part(RequestType, 'type'),
      category: part(Category, 'category'),
      status: part(RequestStatus, 'status'),
      requestId: part(Id, 'requestId'),
      userId: part(z.string().check(z.minLength(1), z.maxLength(80)), 'userId'),
    },
    page: Number.isInteger(page) && page > 1 && page <= deepest / pageSize ? page - 1 : 0,
    open: part(Id, 'open'),
  }
}

/** The address of a place, its parts always in the same order. */
export const addressOf = ({ filters, page, open }: Place): string => {
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

/** Whether a kept request is among those a filter asks for, as the server would say: statuses of one label belong together. */
export const isAmong = (row: HistoryRow, filters: HistoryFilters): boolean =>
  (filters.type === null || row.type === filters.type) &&
  (filters.category === null || row.category === filters.category) &&
  (filters.status === null || statusLabels[row.status] === statusLabels[filters.status]) &&
  (filters.requestId === null || row.requestId === filters.requestId) &&
  (filters.userId === null || row.user.userId === filters.userId)
