// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Notice } from '../../../contract/signals/notifications.ts'
import { startPageNotices } from '../../../src/app/page-notices.ts'
import { contact } from '../../../src/lib/contact.ts'
import { noticesTold } from '../../../src/shared/notifications/unread-store.ts'
import { syncNow } from '../../../src/shared/offline/syncing.ts'
import { createAgent } from '../../../src/offline/agents.ts'
import { addPushed, noticesOf, readNotices } from '../../../src/offline/notices.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import type { Send } from '../../../src/offline/outcome.ts'
import { newAgent } from '../../../contract/signals/agents.ts'
import { someDevice } from '../../kit/device/device.ts'
import { aNotice } from '../../kit/fixtures/notifications.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  contact.reached = true
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'setAppBadge')
  Reflect.deleteProperty(navigator, 'clearAppBadge')
})

/** A page over a server that tells these notices; time passes when told. */
const aPage = (notices: Notice[], local: Local = someDevice()) => {
  const badge: number[] = []
  const worker = new EventTarget()
  Object.assign(navigator, {
    serviceWorker: worker,
    setAppBadge: (count: number) => Promise.resolve(void badge.push(count)),
    clearAppBadge: () => Promise.resolve(void badge.push(0)),
  })
  let asked = 0
  const pauses: (() => void)[] = []
  const send: Send = async () => {
    asked += 1
    const unread = notices.filter(({ readAt }) => readAt === null).length
    return { kind: 'done', output: { unread, notices: [...notices] } }
  }
  const stop = startPageNotices(local, send, (_, run) => {
    pauses.push(run)
    return () => void pauses.splice(pauses.indexOf(run), 1)
  })
  open.push(stop, () => local.device.close())
  return {
    local,
    badge,
    asked: () => asked,
    pass: () => {
      for (const run of pauses.splice(0)) run()
    },
    push: () => worker.dispatchEvent(new MessageEvent('message', { data: { type: 'PUSHED' } })),
    titles: async () => (await noticesOf(local.device)).map(({ title }) => title),
    stop,
  }
}

describe('notices while the app is open', () => {
  it('are kept, and those unread are counted on the bell and on the app’s icon', async () => {
    const notices = [aNotice(1, { readAt: '2026-03-03T02:00:00Z' }), aNotice(2)]
    const page = aPage(notices)
    syncNow()
    await vi.waitFor(() => expect(noticesTold.unread).toBe(1))
    expect(page.badge.at(-1)).toBe(1)
    await readNotices(page.local, [aNotice(2).id])
    await vi.waitFor(() => expect(noticesTold.unread).toBe(0))
    expect(page.badge.at(-1)).toBe(0)
  })

  it('are asked for again as time passes, when one looks at the page, and when a push came', async () => {
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

  it('are not asked for while there is no connection, and at once when it is back', async () => {
    contact.reached = false
    const page = aPage([aNotice(1)])
    window.dispatchEvent(new Event('focus'))
    page.pass()
    expect(page.asked()).toBe(0)
    contact.reached = true
    await vi.waitFor(() => expect(noticesTold.unread).toBe(1))
  })

  it('are neither asked for nor counted once the person has left', async () => {
    const page = aPage([aNotice(1)])
    syncNow()
    await vi.waitFor(() => expect(noticesTold.unread).toBe(1))
    await page.stop()
    expect([noticesTold.unread, page.badge.at(-1)]).toEqual([0, 0])
    const before = page.asked()
    window.dispatchEvent(new Event('focus'))
    page.push()
    syncNow()
    expect(page.asked()).toBe(before)
  })
})

describe('what a push told', () => {
  it('is a notice at once, with its agent’s name, unless it is kept already or older than what is', async () => {
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
    await readNotices(local, [aNotice(2).id])
    await addPushed(local, [pushed(1), pushed(2), pushed(3)])
    expect(
      (await noticesOf(local.device)).map(({ title, agentName, readAt }) => [
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
