import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isOver } from '../../../contract/money/downloads.ts'
import type { MatchState, Upload, UploadRow } from '../../../contract/money/uploads.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'

export const exchangeKey = ['exchange']

const lookMs = 1_000

/** Whether the server works on an upload, so that its numbers change. */
export const isAtWork = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'MATCHING' || state === 'ENRICHING'

export const uploadsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...exchangeKey, 'uploads'],
    queryFn: ({ signal }) => api.uploads({}, { signal }),
    // Other members upload too: each visit refetches and shows cached uploads meanwhile.
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

/** Corrections of the detected preview: the category, and the header row. */
export type PreviewOverrides = { category?: Category; headerRow?: number | null }

export const previewQuery = (api: ApiClient, id: string, overrides: PreviewOverrides) =>
  queryOptions({
    queryKey: [...exchangeKey, 'preview', id, overrides],
    queryFn: ({ signal }) =>
      // The server reads the whole file.
      api.uploadPreview({ id, ...overrides }, { signal, timeoutMs: 60_000 }),
    placeholderData: keepPreviousData,
  })

export const rowsQuery = (
  api: ApiClient,
  { id, state, from, size }: { id: string; state: MatchState; from: number; size: number },
) =>
  queryOptions({
    queryKey: [...exchangeKey, 'rows', id, state, from, size],
    queryFn: ({ signal }) => wholePage(api, { id, state, from, size }, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Large rows come in several answers. */
const wholePage = async (
  api: ApiClient,
  { size, ...page }: { id: string; state: MatchState; from: number; size: number },
  signal: AbortSignal,
): Promise<{ total: number; rows: UploadRow[] }> => {
  const answer = await api.uploadRows({ ...page, size }, { signal })
  const left = size - answer.rows.length
  if (answer.next === null || left <= 0) return answer
  const rest = await wholePage(api, { ...page, from: answer.next, size: left }, signal)
  return { ...answer, rows: [...answer.rows, ...rest.rows] }
}

/** How many rows in review have at least this score. */
export const reviewCountQuery = (api: ApiClient, id: string, minScore: number) =>
  queryOptions({
    queryKey: [...exchangeKey, 'rows', id, 'review-count', minScore],
    queryFn: async ({ signal }) =>
      (await api.uploadRows({ id, state: 'review', minScore, size: 1 }, { signal })).total,
    staleTime: 0,
  })

export const requestQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...exchangeKey, 'request', id],
    queryFn: ({ signal }) => api.downloadRequest({ id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isOver(state.data.status) ? false : lookMs * 2),
  })
