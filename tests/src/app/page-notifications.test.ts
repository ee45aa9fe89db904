import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AppNotification } from '../../../contract/signals/notifications.ts'
import { startPageNotifications } from '../../../src/app/page-notifications.ts'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { unreadStore } from '../../../src/shared/notifications/unread-store.ts'
import { syncNow } from '../../../src/shared/offline/sync-store.ts'
import { createAgent } from '../../../src/offline/agents.ts'
import {
  addPushed,
  readNotifications,
  markNotificationsRead,
} from '../../../src/offline/notifications.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { newAgent } from '../../../contract/signals/agents.ts'
import { asSend, someDevice } from '../../kit/device/device.ts'
import { aNotice } from '../../kit/fixtures/notifications.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  connectivity.online = true
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'setAppBadge')
  Reflect.deleteProperty(navigator, 'clearAppBadge')
})

const aPage = (notices: AppNotification[], local: Local = someDevice()) => {
  const badge: number[] = []
  const worker = new EventTarget()
  Object.assign(navigator, {
    serviceWorker: worker,
    setAppBadge: (count: number) => Promise.resolve(void badge.push(count)),
    clearAppBadge: () => Promise.resolve(void badge.push(0)),
  })
  let requestCount = 0
  const pauses: (() => void)[] = []
  const send = asSend(async () => {
    requestCount += 1
    const unread = notices.filter(({ readAt }) => readAt === null).length
    return { kind: 'done', output: { unread, notices: [...notices] } }
  })
  const stop = startPageNotifications(local, send, (_, run) => {
    pauses.push(run)
    return () => void pauses.splice(pauses.indexOf(run), 1)
  })
  open.push(stop, () => local.device.close())
  return {
    local,
    badge,
    requestCount: () => requestCount,
    pass: () => {
      for (const run of pauses.splice(0)) run()
    },
    push: () => worker.dispatchEvent(new MessageEvent('message', { data: { type: 'PUSHED' } })),
    titles: async () => (await readNotifications(local.device)).map(({ title }) => title),
    stop,
  }
}

describe('notifications while the app is open', () => {
  it('are stored, and the bell and the app icon count unread ones', async () => {
    const notices = [aNotice(1, { readAt: '2026-03-03T02:00:00Z' }), aNotice(2)]
    const page = aPage(notices)
    syncNow()
    await vi.waitFor(() => expect(unreadStore.unread).toBe(1))
    expect(page.badge.at(-1)).toBe(1)
    await markNotificationsRead(page.local, [aNotice(2).id])
    await vi.waitFor(() => expect(unreadStore.unread).toBe(0))
    expect(page.badge.at(-1)).toBe(0)
  })

  it('are fetched again as time passes, on focus, and after a push', async () => {
    const notices = [aNotice(1)]
    const page = aPage(notices)
    syncNow()
    await vi.waitFor(async () => expect(await page.titles()).toEqual(['Notice 1']))
    for (const [number, occasion] of [
      () => page.pass(),
      () => window.dispatchEvent(new Event('focus')),
      () => page.push(),
    ].entries()) {
      notices.unshift(aNotice(number + 2))
      occasion()
      await vi.waitFor(async () => expect((await page.titles())[0]).toBe(`Notice ${number + 2}`))
    }
  })

  it('are not fetched while offline, and at once after a reconnect', async () => {
    connectivity.online = false
    const page = aPage([aNotice(1)])
    window.dispatchEvent(new Event('focus'))
    page.pass()
    expect(page.requestCount()).toBe(0)
    connectivity.online = true
    await vi.waitFor(() => expect(unreadStore.unread).toBe(1))
  })

  it('are neither fetched nor counted after the user has left', async () => {
    const page = aPage([aNotice(1)])
    syncNow()
    await vi.waitFor(() => expect(unreadStore.unread).toBe(1))
    await page.stop()
    expect([unreadStore.unread, page.badge.at(-1)]).toEqual([0, 0])
    const before = page.requestCount()
    window.dispatchEvent(new Event('focus'))
    page.push()
    syncNow()
    expect(page.requestCount()).toBe(before)
  })
})

describe('a pushed notification', () => {
  it('is stored at once with its agent’s name, unless it is stored already or older than those stored', async () => {
    const local = someDevice()
    open.push(() => local.device.close())
    const { agentId } = aNotice(1).opens
    await createAgent(local, { ...newAgent, name: 'Hiring, WA' }, agentId)
    const pushed = (number: number) => {
      const { id, at, title, opens } = aNotice(number)
      return {
        v: 1 as const,
        runId: opens.incrementalRunIds[0] ?? '',
        noticeId: id,
        forDevice: id,
        title,
        opens,
        unread: 1,
        sentAt: at,
      }
    }
    await addPushed(local, [pushed(2)])
    await markNotificationsRead(local, [aNotice(2).id])
    await addPushed(local, [pushed(1), pushed(2), pushed(3)])
    expect(
      (await readNotifications(local.device)).map(({ title, agentName, readAt }) => [
        title,
        agentName,
        readAt === null,
      ]),
    ).toEqual([
      ['Notice 3', 'Hiring, WA', true],
      ['Notice 2', 'Hiring, WA', false],
    ])
  })
})
