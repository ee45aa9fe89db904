import type { InputOf } from './calls.ts'
import type { Device } from './database.ts'
import { edit, retry, type Local } from './outbox.ts'
import type { Entry } from './rows.ts'

/** A request for records in a file, as the contract takes it; its id is made where it is asked. */
export type DownloadToAsk = Omit<InputOf<'requestDownload'>, 'id'>

/**
 * Keeps a request until it can be sent; `agreed` is the most it may cost: the server carries it out only within that. The id makes a
 * request that may have arrived already the same one.
 */
export const queueDownload = (local: Local, id: string, asked: DownloadToAsk): Promise<void> =>
  edit(local, {
    kind: 'download',
    table: null,
    item: id,
    entity: `download:${id}`,
    effect: { do: 'ask' },
    extra: { ...asked },
    estimate: asked.agreed,
  })

/** Sends a request that became dearer, or was refused otherwise, once more: with so many credits agreed to. */
export const agreeTo = (local: Local, entry: Entry, credits: number): Promise<void> =>
  retry(local, entry.id, { extra: { ...entry.extra, agreed: credits }, estimate: credits })

/** A request that waits on this device. */
export type QueuedDownload = { entry: Entry; asked: DownloadToAsk }

/** The requests that are not on the server yet, the latest first. */
export const queuedDownloads = (device: Device): Promise<QueuedDownload[]> =>
  device.read(async ({ outbox }) => {
    const entries = await outbox.orderBy('seq').toArray()
    return entries
      .toReversed()
      .flatMap((entry) => (entry.kind === 'download' ? [{ entry, asked: askedIn(entry) }] : []))
  })

/** What an entry of the outbox asks for; put there by `queueDownload`, and kept by Dexie as it was. */
export const askedIn = ({ extra }: Pick<Entry, 'extra'>): DownloadToAsk => extra as DownloadToAsk

/** How many of these records this device does not know to be unlocked: the most they can cost. */
export const mostCredits = (device: Device, ids: readonly string[]): Promise<number> =>
  device.read(async ({ records }) => {
    const known = await records.bulkGet([...new Set(ids)])
    return known.filter((row) => row?.view.unlocked !== true).length
  })

/** How many records a source names at most; null of a file of one's own, which only the server has counted. */
export const countOf = (source: DownloadToAsk['source']): number | null =>
  source.kind === 'ids' ? source.ids.length : source.kind === 'upload' ? null : source.first
