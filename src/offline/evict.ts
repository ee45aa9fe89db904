import type { Local } from './outbox.ts'
import { unpin } from './pins.ts'
import { saveOrEvict } from './records.ts'
import { releaseStopRecords } from './stop-records.ts'

export const evictViewed = ({ device }: Pick<Local, 'device'>): Promise<void> =>
  device.write(['records'], async ({ records }) => {
    const rows = await records.where('viewedAt').above(0).toArray()
    await saveOrEvict(
      records,
      rows.map((row) => ({ ...row, viewedAt: 0 })),
    )
  })

/** Evicts everything the server can send again; edits, lists, saved searches and notes stay. */
export const evictAll = async (local: Pick<Local, 'device'>): Promise<void> => {
  const pinned = await local.device.read(({ pins }) => pins.toArray())
  for (const { id } of pinned) await unpin(local, id)
  await releaseStopRecords(local, new Set())
  await evictViewed(local)
}
