import type { Device } from './database.ts'
import { readDownloadRequest, type DownloadInput } from './entities/download.ts'
import { expectFile } from './history.ts'
import { edit, retry, type Local } from './outbox.ts'
import type { Entry } from './rows.ts'

/** `agreed` is the most credits it may cost; the server refuses more. The id makes a repeated request the same one. */
export const queueDownload = async (
  local: Local,
  id: string,
  request: DownloadInput,
): Promise<void> => {
  await edit(local, {
    kind: 'download',
    table: null,
    item: id,
    entity: `download:${id}`,
    effect: { do: 'ask' },
    extra: { ...request },
    estimate: request.agreed,
  })
  await expectFile(local.device, id)
}

/** Sends a refused request again, with more credits agreed to. */
export const agreeTo = (local: Local, entry: Entry, credits: number): Promise<void> =>
  retry(local, entry.id, { extra: { ...entry.extra, agreed: credits }, estimate: credits })

export type QueuedDownload = { entry: Entry; request: DownloadInput }

export const queuedDownloads = (device: Device): Promise<QueuedDownload[]> =>
  device.read(async ({ outbox }) => {
    const entries = await outbox.orderBy('seq').toArray()
    return entries
      .toReversed()
      .flatMap((entry) =>
        entry.kind === 'download' ? [{ entry, request: readDownloadRequest(entry) }] : [],
      )
  })

/** The most credits that these records can cost: those not known to be unlocked. */
export const maxCredits = (device: Device, ids: readonly string[]): Promise<number> =>
  device.read(async ({ records }) => {
    const known = await records.bulkGet([...new Set(ids)])
    return known.filter((row) => row?.view.unlocked !== true).length
  })
