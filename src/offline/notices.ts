import type { Notice } from '../../contract/signals/notifications.ts'
import type { PushMessage } from '../../contract/signals/push.ts'
import type { InputOf } from './calls.ts'
import type { Device } from './database.ts'
import { moment } from './edits.ts'
import { editTables, enqueue, type Local } from './outbox.ts'
import { schema } from './rows.ts'

/** The kept notices, the newest first. */
export const noticesOf = (device: Device): Promise<Notice[]> =>
  device.read(async ({ notices }) =>
    (await notices.orderBy('at').toArray()).map(({ notice }) => notice).toReversed(),
  )

/** Keeps what the server told, and nothing besides. What was read here stays read: an answer may be older than that. */
export const keepNotices = (
  { device }: Pick<Local, 'device'>,
  told: readonly Notice[],
): Promise<void> =>
  device.write(['notices'], async ({ notices }) => {
    const held = new Map((await notices.toArray()).map((row) => [row.id, row.notice]))
    const names = new Set(told.map(({ id }) => id))
    await notices.bulkDelete([...held.keys()].filter((id) => !names.has(id)))
    await notices.bulkPut(
      told.map((notice) => {
        const { id, at } = notice
        const readAt = notice.readAt ?? held.get(id)?.readAt ?? null
        return { id, at, notice: { ...notice, readAt }, schema }
      }),
    )
  })

/** Adds what push messages told after everything that is kept: without a connection nothing else tells of it. */
export const addPushed = (
  { device }: Pick<Local, 'device'>,
  messages: readonly PushMessage[],
): Promise<void> =>
  device.write(['notices', 'agents'], async ({ notices, agents }) => {
    const newest = (await notices.orderBy('at').last())?.at ?? ''
    for (const { noticeId: id, sentAt: at, title, opens } of messages) {
      if (at <= newest || (await notices.get(id)) !== undefined) continue
      const name = (await agents.get(opens.agentId))?.value?.['name']
      const agentName = typeof name === 'string' ? name : ''
      await notices.put({
        id,
        at,
        notice: { id, at, readAt: null, title, agentName, opens },
        schema,
      })
    }
  })

/** Marks notices as read, here at once and then on all devices. */
export const readNotices = (local: Local, ids: readonly string[]): Promise<void> =>
  reading(local, { ids: [...ids] }, ({ id }) => ids.includes(id))

/** Marks every notice up to a moment as read, those that are not kept here too. */
export const readAllNotices = (local: Local, upTo: string): Promise<void> =>
  reading(local, { upTo }, ({ at }) => at <= upTo)

const reading = (
  local: Local,
  which: InputOf<'readNotices'>,
  concerns: (notice: Notice) => boolean,
): Promise<void> => {
  const readAt = moment(local)
  const made = { id: local.newId(), at: local.now() }
  return local.device.write([...editTables, 'notices'], async (tables) => {
    const unread = (await tables.notices.toArray()).filter(
      ({ notice }) => notice.readAt === null && concerns(notice),
    )
    if (unread.length === 0) return
    await tables.notices.bulkPut(
      unread.map((row) => ({ ...row, notice: { ...row.notice, readAt } })),
    )
    await enqueue(
      tables,
      {
        kind: 'notices-read',
        table: null,
        item: made.id,
        entity: 'notices',
        effect: { do: 'ask' },
        extra: { ...which },
      },
      made,
    )
  })
}
