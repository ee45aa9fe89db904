import type { HistoryRow } from '../../contract/money/downloads.ts'
import type { Device, Tables } from './database.ts'
import type { Local } from './outbox.ts'
import { schema, type KeptRequest } from './rows.ts'

/** How many of the newest requests stay on the device (product 2.13). */
export const historyKept = 100

/** What the server told of requests: the newest hundred, the newest few, or any others; `askedAt` in ms since 1970. */
export type ToldHistory = {
  rows: readonly HistoryRow[]
  of: 'all' | 'newest' | 'others'
  askedAt: number
}

/** Keeps what was told of requests, the newest hundred of them; nothing older takes the place of something newer. */
export const keepHistory = (
  { device, now }: Pick<Local, 'device' | 'now'>,
  { rows, of, askedAt }: ToldHistory,
): Promise<void> =>
  device.write(['history', 'meta'], async ({ history, meta }) => {
    for (const row of rows) await keepRequest({ history }, row, now())
    if (of === 'all') {
      const told = new Set(rows.map(({ requestId }) => requestId))
      // What was asked for while this answer was on its way is not in it and stays.
      const gone = history.filter(({ id, fetchedAt }) => fetchedAt < askedAt && !told.has(id))
      await gone.delete()
    }
    const tooMany = (await history.count()) - historyKept
    if (tooMany > 0)
      await history.bulkDelete(await history.orderBy('createdAt').limit(tooMany).primaryKeys())
    if (of !== 'others') await meta.put({ key: askedKey, value: askedAt })
  })

/** Keeps one request, unless what is kept of it is newer; inside the caller's transaction over `history`. */
export const keepRequest = async (
  { history }: Pick<Tables, 'history'>,
  row: HistoryRow,
  fetchedAt: number,
): Promise<void> => {
  const { requestId: id, createdAt } = row
  const held = await history.get(id)
  if (held && Date.parse(held.row.updatedAt) > Date.parse(row.updatedAt)) return
  await history.put({ id, createdAt, row, fetchedAt, schema })
}

/** The kept requests, the newest first, and when the server last told the newest (ms since 1970; null: never). */
export const historyOf = (
  device: Device,
): Promise<{ rows: readonly HistoryRow[]; asOf: number | null }> =>
  device.read(async ({ history, meta }) => {
    const kept: KeptRequest[] = await history.orderBy('createdAt').toArray()
    const at = (await meta.get(askedKey))?.value
    return {
      rows: kept.map(({ row }) => row).toReversed(),
      asOf: typeof at === 'number' ? at : null,
    }
  })

const askedKey = 'historyAt'
