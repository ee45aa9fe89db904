import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { startPageRequests } from '../../../src/app/page-requests.ts'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { progressStore } from '../../../src/shared/downloads/progress-store.ts'
import { expectFile, historyOf, markRequestsSeen } from '../../../src/offline/history.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { toastStore } from '../../../src/ui/toast-store.ts'
import { asSend, someDevice } from '../../kit/device/device.ts'
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
  connectivity.online = true
})

/** A device that made a request. */
const expecting = async ({ requestId }: HistoryRow): Promise<Local> => {
  const local = someDevice()
  await expectFile(local.device, requestId)
  return local
}

const aPage = (rows: HistoryRow[], local: Local = someDevice(), fails = false) => {
  const saved: string[] = []
  const calls: string[] = []
  const pauses: { ms: number; run: () => void }[] = []
  const send = asSend(async (call, { id }) => {
    calls.push(call)
    if (call === 'downloadLink')
      return fails
        ? { kind: 'unreachable' }
        : { kind: 'done', output: { url: `/files/${String(id)}`, expiresAt: '' } }
    const output =
      call === 'downloadHistory'
        ? { success: true, total: rows.length, history: [...rows] }
        : rows.find(({ requestId }) => requestId === id)
    return { kind: 'done', output }
  })
  const later = (ms: number, run: () => void) => {
    const pause = { ms, run }
    pauses.push(pause)
    return () => void pauses.splice(pauses.indexOf(pause), 1)
  }
  const stop = startPageRequests(local, send, later, window, (url) => void saved.push(url))
  open.push(stop, () => local.device.close())
  const pass = (): void => {
    for (const { run } of pauses.splice(0)) run()
  }
  const names = async () => (await historyOf(local.device)).rows.map(({ name }) => name)
  return { local, calls, pauses, pass, names, saved, stop }
}

describe('download requests while the app is open', () => {
  it('are stored on the device at the start and after a reconnect', async () => {
    const rows = [aRequest(1)]
    const { names, calls } = aPage(rows)
    await vi.waitFor(async () => expect(await names()).toEqual(['Request 1']))
    connectivity.online = false
    rows.unshift(aRequest(2))
    connectivity.online = true
    await vi.waitFor(async () => expect(await names()).toEqual(['Request 2', 'Request 1']))
    expect(calls).toEqual(['downloadHistory', 'downloadHistory'])
  })

  it('of the user are followed until they end, and then announced once, with a link', async () => {
    const rows = [running(2), aRequest(1)]
    const { pauses, pass, calls } = aPage(rows, await expecting(over(2)))
    await vi.waitFor(() => expect(progressStore.running).toHaveLength(1))
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    rows[0] = over(2)
    pass()
    await vi.waitFor(() => expect(toastStore.toasts).toHaveLength(1))
    expect(toastStore.toasts[0]).toMatchObject({
      title: 'Request 2: completed',
      link: { href: `/dashboard/download-center?open=${over(2).requestId}` },
    })
    expect(progressStore).toMatchObject({ running: [], ended: [{ name: 'Request 2' }], unseen: 1 })
    await vi.waitFor(() => expect(calls.at(-1)).toBe('downloadLink'))
    const before = calls.length
    pass()
    await new Promise((done) => setTimeout(done, 30))
    expect(calls).toHaveLength(before)
    expect(toastStore.toasts).toHaveLength(1)
  })

  it('of this device save their file when they end, once in two tabs, and on no other device', async () => {
    const rows = [running(2)]
    const device = await expecting(over(2))
    const first = aPage(rows, device)
    const second = aPage(rows, device)
    const elsewhere = aPage(rows)
    const pages = [first, second, elsewhere]
    await vi.waitFor(() => expect(pages.flatMap(({ pauses }) => pauses)).toHaveLength(3))
    rows[0] = over(2)
    for (const { pass } of pages) pass()
    const saved = () => pages.flatMap((page) => page.saved)
    await vi.waitFor(() => expect(first.saved.length + second.saved.length).toBe(1))
    await vi.waitFor(async () => expect((await historyOf(elsewhere.local.device)).unseen).toBe(1))
    await Promise.all(pages.map(({ stop }) => stop()))
    expect(saved()).toEqual([`/files/${over(2).requestId}`])
  })

  it('that end without a file save none', async () => {
    const rows = [running(2)]
    const { pauses, pass, calls } = aPage(rows)
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    rows[0] = { ...over(2), file: null }
    pass()
    await vi.waitFor(() => expect(progressStore.unseen).toBe(1))
    expect(calls).not.toContain('downloadLink')
  })

  it.each([
    ['completed', 'REQUEST_COMPELETED', 1, 'plain'],
    ['partially completed', 'REQUEST_PARTIALLY_COMPLETED', 1, 'warn'],
    ['failed', 'REQUEST_FAILED', 0, 'danger'],
  ] as const)('that ended as %s are announced in that tone', async (_, status, delivered, tone) => {
    const rows = [running(2)]
    const { pauses, pass } = aPage(rows)
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    const ended = over(2)
    rows[0] = { ...ended, status, file: null, rows: { ...ended.rows, delivered } }
    pass()
    await vi.waitFor(() => expect(toastStore.toasts).toMatchObject([{ tone }]))
  })

  it('whose file cannot be fetched link to it', async () => {
    const rows = [running(2)]
    const { pauses, pass, saved } = aPage(rows, await expecting(over(2)), true)
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    rows[0] = over(2)
    pass()
    await vi.waitFor(() => expect(toastStore.toasts).toHaveLength(2))
    expect(toastStore.toasts.map(({ title }) => title)).toContain(
      'Request 2 is ready, but we couldn’t save the file.',
    )
    expect(saved).toEqual([])
  })

  it('that ended stay in the bell after a reload, unseen until the user looks', async () => {
    const rows = [running(2)]
    const { local, pauses, pass, stop } = aPage(rows)
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    rows[0] = over(2)
    pass()
    await vi.waitFor(() => expect(progressStore.unseen).toBe(1))
    await stop()
    expect(progressStore.ended).toEqual([])
    aPage(rows, local)
    await vi.waitFor(() =>
      expect(progressStore).toMatchObject({ ended: [{ name: 'Request 2' }], unseen: 1 }),
    )
    await markRequestsSeen(local.device, 'always')
    await vi.waitFor(() => expect(progressStore.unseen).toBe(0))
    expect(progressStore.ended).toHaveLength(1)
  })

  it('of other members, or that ended before, are not announced', async () => {
    const rows = [{ ...running(2), user: { userId: 'user_sam', name: 'Sam' } }, over(1)]
    const { names, pauses } = aPage(rows)
    await vi.waitFor(async () => expect(await names()).toHaveLength(2))
    expect(progressStore).toMatchObject({ running: [], ended: [{ name: 'Request 1' }], unseen: 0 })
    expect(pauses).toEqual([])
  })

  it('show no toast in the download centre', async () => {
    history.replaceState(null, '', '/dashboard/download-center')
    const rows = [running(2)]
    const { pauses, pass } = aPage(rows)
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    rows[0] = over(2)
    pass()
    await vi.waitFor(() => expect(progressStore.unseen).toBe(1))
    expect(toastStore.toasts).toEqual([])
  })

  it('are neither fetched nor announced after the user has left', async () => {
    const rows = [running(2)]
    const { calls, pauses, pass, stop } = aPage(rows)
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    const before = calls.length
    await stop()
    pass()
    connectivity.online = false
    connectivity.online = true
    await new Promise((done) => setTimeout(done, 30))
    expect(calls).toHaveLength(before)
    expect(progressStore).toMatchObject({ running: [], ended: [] })
  })
})
