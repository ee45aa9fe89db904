import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isOver, type HistoryRow, type RowOutcome } from '../../../contract/money/downloads.ts'
import type { ApiClient } from '../../lib/api.ts'
import { pageSize, type HistoryFilters } from './place.ts'

/** A page of the history; only the first is asked for again, every 15 s (spec 7). Hands on every answer. */
export const historyQuery = (
  api: ApiClient,
  { filters, page }: { filters: HistoryFilters; page: number },
  told: (rows: readonly HistoryRow[], askedAt: number) => void,
) =>
  queryOptions({
    queryKey: ['downloads', 'history', filters, page],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now()
      const answer = await api.downloadHistory(
        { ...filters, from: page * pageSize, size: pageSize },
        { signal },
      )
      told(answer.history, askedAt)
      return answer
    },
    staleTime: 0,
    refetchInterval: page === 0 ? refetchMs : false,
    placeholderData: keepPreviousData,
  })

const refetchMs = 15_000
/** What one looks at while it runs is asked for more often. */
const runningMs = 3_000

/** One request, and again while it runs. */
export const requestQuery = (
  api: ApiClient,
  id: string,
  told: (rows: readonly HistoryRow[], askedAt: number) => void,
) =>
  queryOptions({
    queryKey: ['downloads', 'request', id],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now()
      const row = await api.downloadRequest({ id }, { signal })
      told([row], askedAt)
      return row
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined && !isOver(state.data.status) ? runningMs : false,
  })

/** So many rows of a request a page. */
export const outcomeSize = 25

/** What became of the rows of a request; asked for anew once another attempt has been made. */
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

/** The organisation's saved choices of columns. */
export const templatesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['downloads', 'templates'],
    queryFn: ({ signal }) => api.exportTemplates({}, { signal }),
    staleTime: 60_000,
  })
