import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { historyPollMs } from '../../../contract/constants.ts'
import { isOver, type HistoryRow, type RowOutcome } from '../../../contract/money/downloads.ts'
import type { ApiClient } from '../../lib/api.ts'
import { pageSize, type HistoryFilters } from './route.ts'

/** A page of the history. The first page is refetched every 15 s (spec 7); every answer goes to `onRows`. */
export const historyQuery = (
  api: ApiClient,
  { filters, page }: { filters: HistoryFilters; page: number },
  onRows: (rows: readonly HistoryRow[], requestedAt: number) => void,
) =>
  queryOptions({
    queryKey: ['downloads', 'history', filters, page],
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now()
      const answer = await api.downloadHistory(
        { ...filters, from: page * pageSize, size: pageSize },
        { signal },
      )
      onRows(answer.history, requestedAt)
      return answer
    },
    staleTime: 0,
    refetchInterval: page === 0 ? historyPollMs : false,
    placeholderData: keepPreviousData,
  })

const runningMs = 3_000

export const requestQuery = (
  api: ApiClient,
  id: string,
  onRows: (rows: readonly HistoryRow[], requestedAt: number) => void,
) =>
  queryOptions({
    queryKey: ['downloads', 'request', id],
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now()
      const row = await api.downloadRequest({ id }, { signal })
      onRows([row], requestedAt)
      return row
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined && !isOver(state.data.status) ? runningMs : false,
  })

export const outcomeSize = 25

/** The outcomes of a request's rows; refetched after another attempt. */
export const outcomesQuery = (
  api: ApiClient,
  { requestId: id, attempt, status }: Pick<HistoryRow, 'requestId' | 'attempt' | 'status'>,
  outcome: RowOutcome | null,
  page: number,
) =>
  queryOptions({
    queryKey: ['downloads', 'outcomes', id, attempt, status, outcome, page],
    queryFn: ({ signal }) =>
      api.downloadRows(
        { id, from: page * outcomeSize, size: outcomeSize, ...(outcome && { outcome }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const templatesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['downloads', 'templates'],
    queryFn: ({ signal }) => api.exportTemplates({}, { signal }),
    staleTime: 60_000,
  })
