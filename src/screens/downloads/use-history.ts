import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { useOffline } from '../../lib/contact.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { log } from '../../lib/log.ts'
import { useApi } from '../../lib/use-api.ts'
import { historyOf, keepHistory } from '../../offline/history.ts'
import { StorageTrouble } from '../../offline/trouble.ts'
import { isAmong, isNarrowed, pageSize, type HistoryFilters } from './place.ts'
import { historyQuery, requestQuery } from './queries.ts'

/** A page of the history as one sees it. */
export type History = {
  /** Undefined while nothing is known yet. */
  rows: readonly HistoryRow[] | undefined
  total: number
  /** The rows are this device's, as of then (ms since 1970). */
  keptAsOf: number | null
  error: Error | null
  retry: () => void
}

/** The history: from the server and kept on this device, or from the device alone where the server cannot be reached. */
export const useHistory = (filters: HistoryFilters, page: number): History => {
  const offline = useOffline()
  const kept = useLive(historyOf)
  const plain = page === 0 && !isNarrowed(filters)
  const told = useKeeping(plain ? 'newest' : 'others')
  const query = useQuery(historyQuery(useApi(), { filters, page }, told))
  const retry = (): void => void query.refetch()
  const answered = offline || query.isPlaceholderData ? undefined : query.data
  if (answered !== undefined) {
    // What was asked for or changed since is on the device first.
    const newest = new Map(kept?.rows.map((row) => [row.requestId, row]))
    const rows = plain ? withNewer(answered.history, kept?.rows ?? []) : answered.history
    return {
      rows: rows.map((row) => newerOf(row, newest.get(row.requestId))),
      total: Math.max(answered.total, rows.length),
      keptAsOf: null,
      error: query.error,
      retry,
    }
  }
  const among = kept?.rows.filter((row) => isAmong(row, filters))
  const nothing = among === undefined || kept?.asOf === null
  // On its way: what the device has is drawn meanwhile, but that it has nothing says nothing yet.
  const waiting = !offline && query.error === null && (page > 0 || among?.length === 0)
  return {
    rows: nothing || waiting ? undefined : among.slice(page * pageSize, (page + 1) * pageSize),
    total: among?.length ?? 0,
    keptAsOf: kept?.asOf ?? null,
    error: query.error,
    retry,
  }
}

/** One request: as the device knows it, and as the server tells it now. `missing`: there is none, or it is somebody else's. */
export const useRequest = (
  id: string,
): { row: HistoryRow | undefined; error: Error | null; retry: () => void } => {
  const kept = useLive(historyOf)?.rows.find(({ requestId }) => requestId === id)
  const query = useQuery(requestQuery(useApi(), id, useKeeping('others')))
  const row = query.data === undefined ? kept : newerOf(query.data, kept)
  return { row, error: query.error, retry: () => void query.refetch() }
}

/** Keeps what the server tells of requests on this device; what cannot be kept is still shown. */
export const useKeeping = (
  of: 'newest' | 'others',
): ((rows: readonly HistoryRow[], askedAt: number) => void) => {
  const local = useLocal()
  return useCallback(
    (rows, askedAt) =>
      void keepHistory(local, { rows, of, askedAt }).catch((error: unknown) => {
        if (!(error instanceof StorageTrouble)) log.error('The history could not be kept', error)
      }),
    [local, of],
  )
}

const newerOf = (told: HistoryRow, kept: HistoryRow | undefined): HistoryRow =>
  kept !== undefined && Date.parse(kept.updatedAt) > Date.parse(told.updatedAt) ? kept : told

/** What was asked for since the answer comes first. */
const withNewer = (
  told: readonly HistoryRow[],
  kept: readonly HistoryRow[],
): readonly HistoryRow[] => {
  const last = Date.parse(told[0]?.createdAt ?? '1970-01-01T00:00:00Z')
  const newer = kept.filter(({ createdAt }) => Date.parse(createdAt) > last)
  return [...newer, ...told].slice(0, pageSize)
}
