import { isOver, type HistoryRow } from '../../contract/money/downloads.ts'
import type { Device, Tables } from './database.ts'
import type { Local } from './outbox.ts'
import { schema, type StoredRequest } from './rows.ts'

/** How many download requests stay on the device (product 2.13). */
export const maxHistory = 100

/** An answer about download requests: the newest hundred, the newest few, or any others; `requestedAt` in ms since 1970. */
export type HistorySnapshot = {
  rows: readonly HistoryRow[]
  of: 'all' | 'newest' | 'others'
  requestedAt: number
}

/** Stores the newest hundred download requests; an older answer never replaces a newer one. */
export const saveHistory = (
  { device, now }: Pick<Local, 'device' | 'now'>,
  { rows, of, requestedAt }: HistorySnapshot,
): Promise<void> =>
  device.write(['history', 'meta'], async ({ history, meta }) => {
    for (const row of rows) await saveRequest({ history }, row, now())
    if (of === 'all') {
      const listedIds = new Set(rows.map(({ requestId }) => requestId))
      // Requests that were made after this answer was asked for are not in it and stay.
      const removed = history.filter(
        ({ id, fetchedAt }) => fetchedAt < requestedAt && !listedIds.has(id),
      )
      await removed.delete()
    }
    const tooMany = (await history.count()) - maxHistory
    if (tooMany > 0)
      await history.bulkDelete(await history.orderBy('createdAt').limit(tooMany).primaryKeys())
    if (of !== 'others') await meta.put({ key: historyAtKey, value: requestedAt })
  })

/** Stores one request unless the stored one is newer. Needs a transaction over `history`. */
export const saveRequest = async (
  { history }: Pick<Tables, 'history'>,
  row: HistoryRow,
  fetchedAt: number,
): Promise<void> => {
  const { requestId: id, createdAt } = row
  const stored = await history.get(id)
  if (stored && Date.parse(stored.row.updatedAt) > Date.parse(row.updatedAt)) return
  await history.put({ id, createdAt, row, fetchedAt, schema })
}

/**
 * The stored requests, the newest first, when they were read (ms since 1970; null: never), and how many of the user's own ended
 * since they were marked as seen.
 */
export const historyOf = (
  device: Device,
): Promise<{ rows: readonly HistoryRow[]; asOf: number | null; unseen: number }> =>
  device.read(async ({ history, meta }) => {
    const stored: StoredRequest[] = await history.orderBy('createdAt').toArray()
    const at = (await meta.get(historyAtKey))?.value
    const seen = (await meta.get(seenKey))?.value
    return {
      rows: stored.map(({ row }) => row).toReversed(),
      asOf: typeof at === 'number' ? at : null,
      unseen:
        typeof seen === 'number'
          ? endedOf(device, stored).filter(({ updatedAt }) => Date.parse(updatedAt) > seen).length
          : 0,
    }
  })

const endedOf = (device: Device, stored: readonly StoredRequest[]): HistoryRow[] =>
  stored
    .map(({ row }) => row)
    .filter(({ user, status }) => user.userId === device.userId && isOver(status))

/** The user's own requests that are over count as seen. `first`: only if nothing was marked on this device before. */
export const markRequestsSeen = (device: Device, when: 'always' | 'first'): Promise<void> =>
  device.write(['history', 'meta'], async ({ history, meta }) => {
    if (when === 'first' && (await meta.get(seenKey)) !== undefined) return
    const ended = endedOf(device, await history.toArray())
    const newest = Math.max(0, ...ended.map(({ updatedAt }) => Date.parse(updatedAt)))
    await meta.put({ key: seenKey, value: newest })
  })

/** Remembers that the file of a request, made on this device, is to be saved here when it is ready. */
export const expectFile = (device: Device, requestId: string): Promise<void> =>
  device.write(['meta'], async ({ meta }) => {
    const expected = await readExpected({ meta })
    await meta.put({
      key: expectedKey,
      value: [requestId, ...expected.filter((id) => id !== requestId)].slice(0, maxHistory),
    })
  })

/** Answers true once for each expected file, so that neither two open tabs nor two devices save it twice. */
export const claimDelivery = (device: Device, requestId: string): Promise<boolean> =>
  device.write(['meta'], async ({ meta }) => {
    const expected = await readExpected({ meta })
    if (!expected.includes(requestId)) return false
    await meta.put({ key: expectedKey, value: expected.filter((id) => id !== requestId) })
    return true
  })

const readExpected = async ({ meta }: Pick<Tables, 'meta'>): Promise<unknown[]> => {
  const stored = (await meta.get(expectedKey))?.value
  return Array.isArray(stored) ? stored : []
}

const historyAtKey = 'historyAt'
const seenKey = 'requestsSeenAt'
const expectedKey = 'filesExpected'
