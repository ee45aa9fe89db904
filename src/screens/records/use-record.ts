import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { ApiProblem, isFinal, Unreachable } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLive, useLocal, useStorageError } from '../../shared/offline/device.tsx'
import { log } from '../../lib/log.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLate } from '../../lib/use-late.ts'
import { evictViewedRecord, saveViewed } from '../../offline/records.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { findCachedRecord } from '../../shared/records/cached-records.ts'

/**
 * there: `at` is when the server sent it (ms since 1970), `latest` is false while a refresh is impossible, `failed` once it has failed. not-here: the server
 * does not answer, and this device has no copy.
 */
export type Opened = { retry: () => void } & (
  | { is: 'there'; view: RecordView; at: number; latest: boolean; failed: boolean }
  | { is: 'loading' }
  | { is: 'not-here' }
  | { is: 'failed'; error: unknown }
)

/** A record: the server's answer, and until then or after a failure the copy on this device. An opened record is stored. */
export const useRecord = (category: Category, id: string): Opened => {
  const api = useApi()
  const client = useQueryClient()
  const query = useQuery<RecordView>({
    queryKey: ['record', category, id],
    queryFn: ({ signal }) =>
      category === 'company' ? api.company({ id }, { signal }) : api.person({ id }, { signal }),
  })
  const seen = useMemo(() => alreadySeen(client, category, id), [client, category, id])
  const row = useLive((device) => findCachedRecord(device, id), [id])
  const unreadable = useStorageError() !== null
  const offline = useOffline()
  const late = useLate(query.isPending)
  useSaveViewed(category, query.data, query.dataUpdatedAt)
  useForgetDeleted(id, query.error instanceof ApiProblem && query.error.status === 404)

  const retry = (): void => void query.refetch()
  if (query.data !== undefined)
    return {
      is: 'there',
      view: query.data,
      at: query.dataUpdatedAt,
      latest: !offline,
      failed: false,
      retry,
    }
  if (query.isError && isFinal(query.error)) return { is: 'failed', error: query.error, retry }
  const cached = row ? { view: row.view, at: row.fetchedAt } : null
  const newest = seen && cached ? (seen.at > cached.at ? seen : cached) : (seen ?? cached)
  const unanswered = offline || late || query.failureCount > 0 || query.isError
  if (newest) return { is: 'there', ...newest, latest: !unanswered, failed: query.isError, retry }
  if ((row === undefined && !unreadable) || !(offline || query.isError))
    return { is: 'loading', retry }
  return query.isError && !(query.error instanceof Unreachable)
    ? { is: 'failed', error: query.error, retry }
    : { is: 'not-here', retry }
}

const useSaveViewed = (category: Category, view: RecordView | undefined, at: number): void => {
  const local = useLocal()
  useEffect(() => {
    if (view === undefined) return
    saveViewed(local, category, view, at).catch(reportFailure)
  }, [local, category, view, at])
}

/** Deletes the stored copy of a record that the user may no longer see; offline copies follow with their next delta. */
const useForgetDeleted = (id: string, isDeleted: boolean): void => {
  const local = useLocal()
  useEffect(() => {
    if (isDeleted) evictViewedRecord(local, id).catch(reportFailure)
  }, [local, id, isDeleted])
}

const reportFailure = (error: unknown): void => {
  // The screen works without the copy, and the device reports storage errors itself.
  if (!(error instanceof StorageError)) log.error('Failed to update a stored record', error)
}

const alreadySeen = (
  client: QueryClient,
  category: Category,
  id: string,
): { view: RecordView; at: number } | null => {
  for (const query of client.getQueryCache().findAll({ queryKey: ['records', category] })) {
    const page = client.getQueryData<{ records?: RecordView[] }>(query.queryKey)
    const view = page?.records?.find((record) => record.id === id)
    if (view) return { view, at: query.state.dataUpdatedAt }
  }
  return null
}
