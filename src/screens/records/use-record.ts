import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/contact.ts'
import { useLive, useLocal, useStorageTrouble } from '../../shared/offline/device.tsx'
import { log } from '../../lib/log.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLate } from '../../lib/use-late.ts'
import { forgetViewed, keepViewed } from '../../offline/records.ts'
import { StorageTrouble } from '../../offline/trouble.ts'
import { keptRecord } from './kept.ts'

/**
 * A record as well as it can be had. there: `at` is when the server told it (ms since 1970), `latest` false while a newer telling
 * is not to be had. not-here: the server is out of reach, and this device has never held it.
 */
export type Opened = { retry: () => void } & (
  | { is: 'there'; view: RecordView; at: number; latest: boolean }
  | { is: 'loading' }
  | { is: 'not-here' }
  | { is: 'failed'; error: unknown }
)

/** One record: what the server answers and, until it does or where it cannot, what this device holds. What was opened is kept. */
export const useRecord = (category: Category, id: string): Opened => {
  const api = useApi()
  const client = useQueryClient()
  const asked = useQuery<RecordView>({
    queryKey: ['record', category, id],
    queryFn: ({ signal }) =>
      category === 'company' ? api.company({ id }, { signal }) : api.person({ id }, { signal }),
  })
  const seen = useMemo(() => alreadySeen(client, category, id), [client, category, id])
  const row = useLive((device) => keptRecord(device, id), [id])
  const unreadable = useStorageTrouble() !== null
  const offline = useOffline()
  const late = useLate(asked.isPending)
  useKeeping(category, asked.data, asked.dataUpdatedAt)
  useForgetting(id, asked.error instanceof ApiProblem && asked.error.status === 404)

  const retry = (): void => void asked.refetch()
  if (asked.data !== undefined)
    return { is: 'there', view: asked.data, at: asked.dataUpdatedAt, latest: !offline, retry }
  if (asked.isError && !isPassing(asked.error)) return { is: 'failed', error: asked.error, retry }
  const kept = row ? { view: row.view, at: row.fetchedAt } : null
  const held = seen && kept ? (seen.at > kept.at ? seen : kept) : (seen ?? kept)
  const unanswered = offline || late || asked.failureCount > 0 || asked.isError
  if (held) return { is: 'there', ...held, latest: !unanswered, retry }
  if ((row === undefined && !unreadable) || !(offline || asked.isError))
    return { is: 'loading', retry }
  return asked.isError && !(asked.error instanceof Unreachable)
    ? { is: 'failed', error: asked.error, retry }
    : { is: 'not-here', retry }
}

/** What passes by itself says nothing about the record. */
const isPassing = (error: Error): boolean =>
  !(error instanceof ApiProblem) || error.status >= 500 || passing.has(error.status)

const passing = new Set([401, 408, 425, 426, 429])

const useKeeping = (category: Category, view: RecordView | undefined, at: number): void => {
  const local = useLocal()
  useEffect(() => {
    if (view === undefined) return
    keepViewed(local, category, view, at).catch(told)
  }, [local, category, view, at])
}

/** What is no longer shown to this person does not stay on their device either; a pin lets go of it with its next delta. */
const useForgetting = (id: string, gone: boolean): void => {
  const local = useLocal()
  useEffect(() => {
    if (gone) forgetViewed(local, id).catch(told)
  }, [local, id, gone])
}

const told = (error: unknown): void => {
  // Reading goes on without it; what is wrong with the storage is told elsewhere.
  if (!(error instanceof StorageTrouble)) log.error('A record could not be kept', error)
}

/** What a search of this page has just shown of it, and when that was. */
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
