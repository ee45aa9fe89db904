import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { uuidv7 } from 'uuidv7'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { maxBatch } from '../../../contract/saved-work/item.ts'
import { findHolders, saveFresh } from '../../offline/records.ts'
import type { Local } from '../../offline/outbox.ts'
import { StorageError } from '../../offline/storage-error.ts'
import type { ApiClient } from '../../lib/api.ts'
import { Unreachable } from '../../lib/api-errors.ts'
import { useLocal } from '../offline/device.tsx'
import { log } from '../../lib/log.ts'
import { retry } from '../../lib/retry.ts'
import { pinNow } from '../offline/pin-store.ts'
import { recordQueryKeys } from '../queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { refreshCredits } from './queries.ts'

type Parts = { api: ApiClient; client: QueryClient; local: Local }

export type UnlockProgress = { done: number; total: number; unlocked: number; charged: number }

/** Retries a request without an answer once, under the same key; rejects if that fails, and a repeated call charges only the rest. */
export type Unlock = (
  category: Category,
  ids: readonly string[],
  agreed: number,
  onProgress?: (progress: UnlockProgress) => void,
) => Promise<UnlockProgress>

export const useUnlock = (): Unlock => {
  const api = useApi()
  const client = useQueryClient()
  const local = useLocal()
  return useMemo(() => createUnlock({ api, client, local }), [api, client, local])
}

const createUnlock =
  ({ api, client, local }: Parts): Unlock =>
  async (category, ids, agreed, onProgress) => {
    const progress = { done: 0, total: ids.length, unlocked: 0, charged: 0 }
    const unlocked: string[] = []
    try {
      for (let from = 0; from < ids.length; from += maxBatch) {
        const part = ids.slice(from, from + maxBatch)
        const input = { category, ids: part, agreed: Math.max(0, agreed - progress.charged) }
        const options = { idempotencyKey: uuidv7(), timeoutMs }
        const answer = await retry(() => api.reveal(input, options), {
          maxAttempts: 2,
          minMs: 0,
          isRetriable: (error) => error instanceof Unreachable,
        })
        unlocked.push(...answer.unlocked)
        progress.done += part.length
        progress.unlocked += answer.unlocked.length
        progress.charged += answer.charged
        onProgress?.({ ...progress })
        refreshCredits(client, api, answer)
      }
    } finally {
      if (unlocked.length > 0) await freshen({ api, client, local }, category, unlocked)
      else refreshCredits(client, api)
    }
    return progress
  }

/** A thousand records take a while. */
const timeoutMs = 60_000
const atOnce = 100
/** Beyond this number the screens fetch their pages again. */
const fewEnough = 100

/** Updates unlocked records on the page and the device: each record if they are few, otherwise whole pages. */
const freshen = async (
  { api, client, local }: Parts,
  category: Category,
  ids: readonly string[],
): Promise<void> => {
  try {
    const holders = await findHolders(local, ids)
    const wanted = ids.length <= fewEnough ? ids : holders.viewed
    for (let from = 0; from < wanted.length; from += atOnce) {
      const part = wanted.slice(from, from + atOnce).join(',')
      const { records } = await api.syncRecords({ ids: part, category, limit: atOnce })
      await saveFresh(local, category, records)
      if (ids.length <= fewEnough) show(client, category, records)
    }
    for (const pin of holders.pins) pinNow(pin)
  } catch (error) {
    // The records are unlocked all the same, and a record shows it when it opens.
    if (!(error instanceof StorageError))
      log.error('What was unlocked is not shown everywhere', error)
  }
  if (ids.length > fewEnough)
    for (const key of recordQueryKeys) void client.invalidateQueries({ queryKey: [key] })
}

const show = (client: QueryClient, category: Category, views: readonly RecordView[]): void => {
  const fresh = new Map(views.map((view) => [view.id, view]))
  for (const view of views)
    if (client.getQueryData(['record', category, view.id]) !== undefined)
      client.setQueryData(['record', category, view.id], view)
  for (const key of recordQueryKeys.filter((each) => each !== 'record'))
    client.setQueriesData({ queryKey: [key] }, (answer: unknown) => withFresh(answer, fresh))
}

/** Replaces records with their newer views at any depth; returns the same object if nothing changed. */
const withFresh = (value: unknown, fresh: ReadonlyMap<string, RecordView>): unknown => {
  if (Array.isArray(value)) {
    const next = value.map((each) => withFresh(each, fresh))
    return next.some((each, index) => each !== value[index]) ? next : value
  }
  if (typeof value !== 'object' || value === null) return value
  if ('id' in value && 'quality' in value) return fresh.get(String(value.id)) ?? value
  const entries = Object.entries(value).map(([key, each]) => [key, withFresh(each, fresh)] as const)
  // Safe cast: the keys come from the value itself.
  return entries.some(([key, each]) => each !== (value as Record<string, unknown>)[key])
    ? Object.fromEntries(entries)
    : value
}
