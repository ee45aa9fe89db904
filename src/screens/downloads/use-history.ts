import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { log } from '../../lib/log.ts'
import { useApi } from '../../lib/use-api.ts'
import { historyOf, saveHistory } from '../../offline/history.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { matchesFilters, isNarrowed, pageSize, type HistoryFilters } from './route.ts'
import { historyQuery, requestQuery } from './queries.ts'

export type History = {
  rows: readonly HistoryRow[] | undefined
  total: number
  /** When the device cached these rows (ms since 1970); null for rows of the server. */
  cachedAsOf: number | null
  error: Error | null
  retry: () => void
}

/** The history: from the server and cached on the device, or from the cache while the server is unreachable. */
export const useHistory = (filters: HistoryFilters, page: number): History => {
  const offline = useOffline()
  const cached = useLive(historyOf)
  const plain = page === 0 && !isNarrowed(filters)
  const onRows = useSaveHistory(plain ? 'newest' : 'others')
  const query = useQuery(historyQuery(useApi(), { filters, page }, onRows))
  const retry = (): void => void query.refetch()
  const answered = offline || query.isPlaceholderData ? undefined : query.data
  if (answered !== undefined) {
    // The device has requests and changes that are newer than the answer.
    const newest = new Map(cached?.rows.map((row) => [row.requestId, row]))
    const rows = plain ? withNewer(answered.history, cached?.rows ?? []) : answered.history
    return {
      rows: rows.map((row) => newerOf(row, newest.get(row.requestId))),
      total: Math.max(answered.total, rows.length),
      cachedAsOf: null,
      error: query.error,
      retry,
    }
  }
  const among = cached?.rows.filter((row) => matchesFilters(row, filters))
  const nothing = among === undefined || cached?.asOf === null
  // While loading, cached rows are shown; an empty cache does not yet mean an empty history.
  const waiting = !offline && query.error === null && (page > 0 || among?.length === 0)
  return {
    rows: nothing || waiting ? undefined : among.slice(page * pageSize, (page + 1) * pageSize),
    total: among?.length ?? 0,
    cachedAsOf: cached?.asOf ?? null,
    error: query.error,
    retry,
  }
}

/** A request from the device, then from the server. `missing`: it does not exist or belongs to another user. */
export const useRequest = (
  id: string,
): { row: HistoryRow | undefined; error: Error | null; retry: () => void } => {
  const cached = useLive(historyOf)?.rows.find(({ requestId }) => requestId === id)
  const query = useQuery(requestQuery(useApi(), id, useSaveHistory('others')))
  const row = query.data === undefined ? cached : newerOf(query.data, cached)
  return { row, error: query.error, retry: () => void query.refetch() }
}

/** Caches requests on the device; rows that cannot be stored are still shown. */
export const useSaveHistory = (
  of: 'newest' | 'others',
): ((rows: readonly HistoryRow[], requestedAt: number) => void) => {
  const local = useLocal()
  return useCallback(
    (rows, requestedAt) =>
      void saveHistory(local, { rows, of, requestedAt }).catch((error: unknown) => {
        if (!(error instanceof StorageError)) log.error('The history could not be kept', error)
      }),
    [local, of],
  )
}

const newerOf = (served: HistoryRow, cached: HistoryRow | undefined): HistoryRow =>
  cached !== undefined && Date.parse(cached.updatedAt) > Date.parse(served.updatedAt)
    ? cached
    : served

const withNewer = (
  served: readonly HistoryRow[],
  cached: readonly HistoryRow[],
): readonly HistoryRow[] => {
  const last = Date.parse(served[0]?.createdAt ?? '1970-01-01T00:00:00Z')
  const newer = cached.filter(({ createdAt }) => Date.parse(createdAt) > last)
  return [...newer, ...served].slice(0, pageSize)
}
