// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { startPageRequests } from '../../../src/app/page-requests.ts'
import { contact } from '../../../src/lib/contact.ts'
import { requestsTold } from '../../../src/shared/downloads/progress-store.ts'
import { historyOf } from '../../../src/offline/history.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import type { Send } from '../../../src/offline/outcome.ts'
import { toastStore } from '../../../src/ui/toast-store.ts'
import { someDevice } from '../../kit/device/device.ts'
import { aRequest } from '../../kit/fixtures/download-requests.ts'

const mine = { userId: 'user_rep', name: 'Rep' }
const running = (number: number): HistoryRow =>
  aRequest(number, {
    user: mine,
    status: 'REQUEST_ACCEPTED',
    statusLabel: 'Request accepted',
    file: null,
  })
const over = (number: number): HistoryRow =>
  aRequest(number, { user: mine, updatedAt: '2026-03-04T00:00:00Z' })

const open: (() => unknown)[] = []
beforeEach(() => {
  toastStore.toasts.splice(0)
  history.replaceState(null, '', '/dashboard')
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  contact.reached = true
})

/** A page over a server that knows these requests; time passes when told. */
const aPage = (rows: HistoryRow[]) => {
  const local: Local = someDevice()
  const asked: string[] = []
  const pauses: { ms: number; run: () => void }[] = []
  const send: Send = async (call, { id }) => {
    asked.push(call)
    const output =
      call === 'downloadHistory'
        ? { success: true, total: rows.length, history: [...rows] }
        : rows.find(({ requestId }) => requestId === id)
    return { kind: 'done', output }
  }
  const stop = startPageRequests(local, send, (ms, run) => {
    const pause = { ms, run }
    pauses.push(pause)
    return () => void pauses.splice(pauses.indexOf(pause), 1)
  })
  open.push(stop, () => local.device.close())
  const pass = (): void => {
    for (const { run } of pauses.splice(0)) run()
  }
  const names = async () => (await historyOf(local.device)).rows.map(({ name }) => name)
  return { local, asked, pauses, pass, names, stop }
}

describe('requests while the app is open', () => {
  it('are kept on the device from the start, and again when the server is reached again', async () => {
    const rows = [aRequest(1)]
    const { names, asked } = aPage(rows)
    await vi.waitFor(async () => expect(await names()).toEqual(['Request 1']))
    contact.reached = false
    rows.unshift(aRequest(2))
    contact.reached = true
    await vi.waitFor(async () => expect(await names()).toEqual(['Request 2', 'Request 1']))
    expect(asked).toEqual(['downloadHistory', 'downloadHistory'])
  })

  it('of one’s own are followed until they are over, and then told once, with the way to them', async () => {
    const rows = [running(2), aRequest(1)]
    const { pauses, pass, asked } = aPage(rows)
    await vi.waitFor(() => expect(requestsTold.running).toHaveLength(1))
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    rows[0] = over(2)
    pass()
    await vi.waitFor(() => expect(toastStore.toasts).toHaveLength(1))
    expect(toastStore.toasts[0]).toMatchObject({
      title: 'Request 2: completed',
      link: { href: `/dashboard/download-center?open=${over(2).requestId}` },
    })
    expect(requestsTold).toMatchObject({ running: [], ended: [{ name: 'Request 2' }], unseen: 1 })
    const before = asked.length
    pass()
    await new Promise((done) => setTimeout(done, 30))
    expect(asked).toHaveLength(before)
    expect(toastStore.toasts).toHaveLength(1)
  })

  it('of colleagues, and those that were over before, are not told', async () => {
    const rows = [{ ...running(2), user: { userId: 'user_sam', name: 'Sam' } }, over(1)]
    const { names, pauses } = aPage(rows)
    await vi.waitFor(async () => expect(await names()).toHaveLength(2))
    expect(requestsTold).toMatchObject({ running: [], ended: [], unseen: 0 })
    expect(pauses).toEqual([])
  })

  it('make no toast over the download centre itself', async () => {
    history.replaceState(null, '', '/dashboard/download-center')
    const rows = [running(2)]
    const { pauses, pass } = aPage(rows)
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    rows[0] = over(2)
    pass()
    await vi.waitFor(() => expect(requestsTold.unseen).toBe(1))
    expect(toastStore.toasts).toEqual([])
  })

  it('are neither asked for nor told after the person has left', async () => {
    const rows = [running(2)]
    const { asked, pauses, pass, stop } = aPage(rows)
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    const before = asked.length
    await stop()
    pass()
    contact.reached = false
    contact.reached = true
    await new Promise((done) => setTimeout(done, 30))
    expect(asked).toHaveLength(before)
    expect(requestsTold).toMatchObject({ running: [], ended: [] })
  })
})
