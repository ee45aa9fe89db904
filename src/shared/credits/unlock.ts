import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { uuidv7 } from 'uuidv7'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { mostInBatch } from '../../../contract/saved-work/item.ts'
import { heldOf, keepFresh } from '../../offline/records.ts'
import type { Local } from '../../offline/outbox.ts'
import { StorageTrouble } from '../../offline/trouble.ts'
import type { ApiClient } from '../../lib/api.ts'
import { Unreachable } from '../../lib/api-errors.ts'
import { useLocal } from '../offline/device.tsx'
import { log } from '../../lib/log.ts'
import { pinNow } from '../offline/pinning.ts'
import { holdingRecords } from '../queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { creditsChanged } from './queries.ts'

type Parts = { api: ApiClient; client: QueryClient; local: Local }

/** How far unlocking is: so many of `total` have been asked for, so many of those are the organisation's, and so much was charged. */
export type UnlockProgress = { done: number; total: number; unlocked: number; charged: number }

/**
 * Unlocks records for at most `agreed` credits in all, up to 1,000 a call, and brings what the page and the device hold of them up to
 * date. A call without an answer is made once more, under the same key. Rejects where one fails; what was unlocked before stays so,
 * and asking for all of them again charges only the rest.
 */
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
  return useMemo(() => unlocker({ api, client, local }), [api, client, local])
}

const unlocker =
  ({ api, client, local }: Parts): Unlock =>
  async (category, ids, agreed, onProgress) => {
    const progress = { done: 0, total: ids.length, unlocked: 0, charged: 0 }
    const unlocked: string[] = []
    try {
      for (let from = 0; from < ids.length; from += mostInBatch) {
        const part = ids.slice(from, from + mostInBatch)
        const input = { category, ids: part, agreed: Math.max(0, agreed - progress.charged) }
        const options = { idempotencyKey: uuidv7(), timeoutMs }
        const answer = await api.reveal(input, options).catch((error: unknown) => {
          if (error instanceof Unreachable) return api.reveal(input, options)
          throw error
        })
        unlocked.push(...answer.unlocked)
        progress.done += part.length
        progress.unlocked += answer.unlocked.length
        progress.charged += answer.charged
        onProgress?.({ ...progress })
        creditsChanged(client, api, answer)
      }
    } finally {
      if (unlocked.length > 0) await freshen({ api, client, local }, category, unlocked)
      else creditsChanged(client, api)
    }
    return progress
  }

/** A thousand take a moment. */
const timeoutMs = 60_000
/** So many records are asked for at a time. */
const atOnce = 100
/** Of more than so many the screens ask for their pages anew instead. */
const fewEnough = 100

/** Puts what has been unlocked where it is shown: one by one where they are few, page by page otherwise, and on the device. */
const freshen = async (
  { api, client, local }: Parts,
  category: Category,
  ids: readonly string[],
): Promise<void> => {
  try {
    const held = await heldOf(local, ids)
    const wanted = ids.length <= fewEnough ? ids : held.viewed
    for (let from = 0; from < wanted.length; from += atOnce) {
      const part = wanted.slice(from, from + atOnce).join(',')
      const { records } = await api.syncRecords({ ids: part, category, limit: atOnce })
      await keepFresh(local, category, records)
      if (ids.length <= fewEnough) show(client, category, records)
    }
    for (const pin of held.pins) pinNow(pin)
  } catch (error) {
    // They are unlocked all the same; who opens one sees it.
    if (!(error instanceof StorageTrouble))
      log.error('What was unlocked is not shown everywhere', error)
  }
  if (ids.length > fewEnough)
    for (const key of holdingRecords) void client.invalidateQueries({ queryKey: [key] })
}

const show = (client: QueryClient, category: Category, views: readonly RecordView[]): void => {
  const fresh = new Map(views.map((view) => [view.id, view]))
  for (const view of views)
    if (client.getQueryData(['record', category, view.id]) !== undefined)
      client.setQueryData(['record', category, view.id], view)
  for (const key of holdingRecords.filter((each) => each !== 'record'))
    client.setQueriesData({ queryKey: [key] }, (answer: unknown) => withFresh(answer, fresh))
}

/** The same answer with the newer views in it, however deep they stand; the very same object where it holds none of them. */
const withFresh = (value: unknown, fresh: ReadonlyMap<string, RecordView>): unknown => {
  if (Array.isArray(value)) {
    const next = value.map((each) => withFresh(each, fresh))
    return next.some((each, index) => each !== value[index]) ? next : value
  }
  if (typeof value !== 'object' || value === null) return value
  if ('id' in value && 'quality' in value) return fresh.get(String(value.id)) ?? value
  const entries = Object.entries(value).map(([key, each]) => [key, withFresh(each, fresh)] as const)
  // The keys are those of the value itself.
  return entries.some(([key, each]) => each !== (value as Record<string, unknown>)[key])
    ? Object.fromEntries(entries)
    : value
}
