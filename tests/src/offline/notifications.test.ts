// @vitest-environment node
import { deviceOfTest } from '../../kit/device/device.ts'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../../src/offline/kinds.ts'
import { unsettled } from '../../../src/offline/live.ts'
import {
  saveNotifications,
  readNotifications,
  markAllNotificationsRead,
  markNotificationsRead,
} from '../../../src/offline/notifications.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { aNotice } from '../../kit/fixtures/notifications.ts'

const unread = async ({ device }: Local) =>
  (await readNotifications(device))
    .filter(({ readAt }) => readAt === null)
    .map(({ title }) => title)
const requests = async ({ device }: Local) =>
  (await unsettled(device)).unsent.map((entry) => kinds['notices-read']?.request(entry))

describe('notifications on the device', () => {
  it('are those that the server sent last, newest first', async () => {
    const local = deviceOfTest()
    await saveNotifications(local, [aNotice(1), aNotice(2)])
    await saveNotifications(local, [aNotice(3), aNotice(2)])
    expect((await readNotifications(local.device)).map(({ title }) => title)).toEqual([
      'Notice 3',
      'Notice 2',
    ])
  })

  it('are read at once, stay read after a stale answer, and are reported as read once', async () => {
    const local = deviceOfTest()
    await saveNotifications(local, [aNotice(1), aNotice(2)])
    await markNotificationsRead(local, [aNotice(2).id])
    await markNotificationsRead(local, [aNotice(2).id])
    await saveNotifications(local, [aNotice(1), aNotice(2)])
    expect(await unread(local)).toEqual(['Notice 1'])
    expect(await requests(local)).toEqual([
      { call: 'readNotices', input: { ids: [aNotice(2).id] } },
    ])
  })

  it('are marked as read up to the newest that the user sees, and later ones stay unread', async () => {
    const local = deviceOfTest()
    await saveNotifications(local, [aNotice(1), aNotice(2)])
    await markAllNotificationsRead(local, aNotice(2).at)
    await saveNotifications(local, [aNotice(1), aNotice(2), aNotice(3)])
    expect(await unread(local)).toEqual(['Notice 3'])
    expect(await requests(local)).toEqual([{ call: 'readNotices', input: { upTo: aNotice(2).at } }])
  })
})
