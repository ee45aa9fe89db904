import { day, isOlderThan } from './age.ts'
import type { Device, Tables } from './database.ts'
import { isBackground } from './entities/entities.ts'
import type { Local } from './outbox.ts'
import { schema, type Entry, type Fields, type SentEdit } from './rows.ts'

const sentFor = 7 * day

/** Remembers an acknowledged edit with its item. Needs a transaction over `sent`. */
export const saveSent = async (
  { sent }: Pick<Tables, 'sent'>,
  { id, kind, table, item, effect, extra }: Entry,
  value: Fields,
  at: number,
): Promise<void> => {
  if (isBackground(kind)) return
  await sent.put({ id, at, entry: { kind, table, item, effect, extra }, value, schema })
}

export const readSent = async ({ sent }: Pick<Tables, 'sent'>, now: number): Promise<SentEdit[]> =>
  (await sent.orderBy('at').toArray())
    .filter(({ at }) => !isOlderThan(sentFor, at, now))
    .toReversed()

export const countSent = (device: Pick<Device, 'read'>, ids: readonly string[]): Promise<number> =>
  device.read(
    async ({ sent }) => (await sent.bulkGet([...ids])).filter((edit) => edit !== undefined).length,
  )

export const dropOldSent = ({
  device,
  now,
}: Pick<Local, 'now'> & { device: Pick<Device, 'write'> }): Promise<void> =>
  device.write(['sent'], async ({ sent }) => {
    await sent.filter(({ at }) => isOlderThan(sentFor, at, now())).delete()
  })
