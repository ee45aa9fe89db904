import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isOver } from '../../../contract/money/downloads.ts'
import type { MatchState, Upload } from '../../../contract/money/uploads.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'

/** The first part of every key of data exchange. */
export const exchangeKey = ['exchange']

/** How often a file is looked at while the server works on it. */
const lookMs = 1_000

/** Whether the server is at work on it, and its numbers change by themselves. */
export const isAtWork = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'MATCHING' || state === 'ENRICHING'

export const uploadsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...exchangeKey, 'uploads'],
    queryFn: ({ signal }) => api.uploads({}, { signal }),
    // Colleagues upload, too: each visit looks anew, and shows meanwhile what is known.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? lookMs : false),
  })

export const uploadQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...exchangeKey, 'upload', id],
    queryFn: ({ signal }) => api.upload({ id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? lookMs : false),
  })

/** What a file is taken for, where one knows better than what was found out: companies or people, and the row of its headings. */
export type TakenFor = { category?: Category; headerRow?: number | null }

export const previewQuery = (api: ApiClient, id: string, taken: TakenFor) =>
  queryOptions({
    queryKey: [...exchangeKey, 'preview', id, taken],
    queryFn: ({ signal }) =>
      // A large file is read as a whole.
      api.uploadPreview({ id, ...taken }, { signal, timeoutMs: 60_000 }),
    placeholderData: keepPreviousData,
  })

export const rowsQuery = (
  api: ApiClient,
  { id, state, from, size }: { id: string; state: MatchState; from: number; size: number },
) =>
  queryOptions({
    queryKey: [...exchangeKey, 'rows', id, state, from, size],
    queryFn: ({ signal }) => api.uploadRows({ id, state, from, size }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** A request that enriches an upload, looked at while it runs. */
export const requestQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...exchangeKey, 'request', id],
    queryFn: ({ signal }) => api.downloadRequest({ id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isOver(state.data.status) ? false : lookMs * 2),
  })
