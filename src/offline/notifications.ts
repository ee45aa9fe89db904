import type { AppNotification } from '../../contract/signals/notifications.ts'
import type { PushMessage } from '../../contract/signals/push.ts'
import type { InputOf } from './calls.ts'
import type { Device } from './database.ts'
import { moment } from './edits.ts'
import { editTables, enqueue, type Local } from './outbox.ts'
import { schema } from './rows.ts'

export const readNotifications = (device: Device): Promise<AppNotification[]> =>
  device.read(async ({ notices }) =>
    (await notices.orderBy('at').toArray()).map(({ notice }) => notice).toReversed(),
  )

/** Stores exactly these notifications. What was read here stays read: the answer may be older. */
export const saveNotifications = (
  { device }: Pick<Local, 'device'>,
  received: readonly AppNotification[],
): Promise<void> =>
  device.write(['notices'], async ({ notices }) => {
    const stored = new Map((await notices.toArray()).map((row) => [row.id, row.notice]))
    const names = new Set(received.map(({ id }) => id))
    await notices.bulkDelete([...stored.keys()].filter((id) => !names.has(id)))
    await notices.bulkPut(
      received.map((notice) => {
        const { id, at } = notice
        const readAt = notice.readAt ?? stored.get(id)?.readAt ?? null
        return { id, at, notice: { ...notice, readAt }, schema }
      }),
    )
  })

/** Adds push messages that are newer than every stored notification: offline, they are the only source. */
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
        notice: { id, at, readAt: null, title, agentName, opens, link: null },
        schema,
      })
    }
  })

export const markNotificationsRead = (local: Local, ids: readonly string[]): Promise<void> =>
  markRead(local, { ids: [...ids] }, ({ id }) => ids.includes(id))

/** Marks every notification up to a time as read, also those that are not stored here. */
export const markAllNotificationsRead = (local: Local, upTo: string): Promise<void> =>
  markRead(local, { upTo }, ({ at }) => at <= upTo)

const markRead = (
  local: Local,
  which: InputOf<'readNotices'>,
  concerns: (notice: AppNotification) => boolean,
): Promise<void> => {
  const readAt = moment(local)
  const stamp = { id: local.newId(), at: local.now() }
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
        item: stamp.id,
        entity: 'notices',
        effect: { do: 'ask' },
        extra: { ...which },
      },
      stamp,
    )
  })
}
