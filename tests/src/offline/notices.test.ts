// @vitest-environment node
import { someDevice } from '../../kit/device/device.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { kinds } from '../../../src/offline/kinds.ts'
import { unsettled } from '../../../src/offline/live.ts'
import {
  keepNotices,
  noticesOf,
  readAllNotices,
  readNotices,
} from '../../../src/offline/notices.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { aNotice } from '../../kit/fixtures/notifications.ts'

const opened: Local[] = []
afterEach(() => {
  for (const { device } of opened.splice(0)) device.close()
})
const aDevice = (): Local => {
  const local = someDevice()
  opened.push(local)
  return local
}
const unread = async ({ device }: Local) =>
  (await noticesOf(device)).filter(({ readAt }) => readAt === null).map(({ title }) => title)
const requests = async ({ device }: Local) =>
  (await unsettled(device)).unsent.map((entry) => kinds['notices-read'].request(entry))

describe('notices on the device', () => {
  it('are those the server told last, the newest first', async () => {
    const local = aDevice()
    await keepNotices(local, [aNotice(1), aNotice(2)])
    await keepNotices(local, [aNotice(3), aNotice(2)])
    expect((await noticesOf(local.device)).map(({ title }) => title)).toEqual([
      'Notice 3',
      'Notice 2',
    ])
  })

  it('are read here at once, stay read whatever an older answer says, and tell the server once', async () => {
    const local = aDevice()
    await keepNotices(local, [aNotice(1), aNotice(2)])
    await readNotices(local, [aNotice(2).id])
    await readNotices(local, [aNotice(2).id])
    await keepNotices(local, [aNotice(1), aNotice(2)])
    expect(await unread(local)).toEqual(['Notice 1'])
    expect(await requests(local)).toEqual([
      { call: 'readNotices', input: { ids: [aNotice(2).id] } },
    ])
  })

  it('are all read up to the newest one sees; what comes later is new', async () => {
    const local = aDevice()
    await keepNotices(local, [aNotice(1), aNotice(2)])
    await readAllNotices(local, aNotice(2).at)
    await keepNotices(local, [aNotice(1), aNotice(2), aNotice(3)])
    expect(await unread(local)).toEqual(['Notice 3'])
    expect(await requests(local)).toEqual([{ call: 'readNotices', input: { upTo: aNotice(2).at } }])
  })
})
