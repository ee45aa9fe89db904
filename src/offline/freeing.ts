import type { Local } from './outbox.ts'
import { unpin } from './pins.ts'
import { forget } from './records.ts'

/** Frees what opened records take, except where a pin holds them. */
export const freeViewed = ({ device }: Pick<Local, 'device'>): Promise<void> =>
  device.write(['records'], async ({ records }) => {
    const rows = await records.where('viewedAt').above(0).toArray()
    await forget(
      records,
      rows.map((row) => ({ ...row, viewedAt: 0 })),
    )
  })

/** Frees all that can be had again from the server; edits, lists, saved searches and notes stay. */
export const freeEverything = async (local: Pick<Local, 'device'>): Promise<void> => {
  const held = await local.device.read(({ pins }) => pins.toArray())
  for (const { id } of held) await unpin(local, id)
  await freeViewed(local)
}
