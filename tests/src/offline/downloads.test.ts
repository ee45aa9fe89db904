// @vitest-environment node
// Dexie's live queries look up the global IndexedDB when Dexie loads: this import comes first.
import 'fake-indexeddb/auto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { problem } from '../../kit/offline/memory-server.ts'
import {
  agreeTo,
  maxCredits,
  queueDownload,
  queuedDownloads,
} from '../../../src/offline/downloads.ts'
import { maxHistory, historyOf, saveHistory } from '../../../src/offline/history.ts'
import { unsettled } from '../../../src/offline/live.ts'
import { undo, type Local } from '../../../src/offline/outbox.ts'
import type { DownloadInput } from '../../../src/offline/entities/download.ts'
import type { Outcome } from '../../../src/offline/outcome.ts'
import { saveViewed } from '../../../src/offline/records.ts'
import { aRequest } from '../../kit/fixtures/download-requests.ts'
import { aCompany } from '../../kit/fixtures/records.ts'
import { asSend, deviceOfTest, poke, someSync } from '../../kit/device/device.ts'

type Sent = { call: string; input: Record<string, unknown>; key: string | undefined }

const setUp = (answer: (sent: Sent) => Outcome) => {
  const local = deviceOfTest()
  const sent: Sent[] = []
  const send = asSend(async (call, input, { idempotencyKey }) => {
    if (call === 'changes')
      return { kind: 'done', output: { changes: [], cursor: 'c', more: false, reset: false } }
    const sentCall = { call, input, key: idempotencyKey }
    sent.push(sentCall)
    return answer(sentCall)
  })
  const sync = someSync(local, send)
  onTestFinished(() => sync.stop())
  return { local, sync, sent }
}

const { requestId } = aRequest(7)
const request: DownloadInput = {
  category: 'company',
  source: { kind: 'ids', ids: [aCompany(1).id, aCompany(2).id] },
  name: 'Perth builders',
  format: 'csv',
  agreed: 2,
}
const accepted = (): Outcome => ({
  kind: 'done',
  output: aRequest(7, { status: 'REQUEST_ACCEPTED', statusLabel: 'Request accepted' }),
})
const namesOf = async ({ device }: Local) =>
  (await historyOf(device)).rows.map(({ requestId }) => requestId)

describe('a download that is requested offline', () => {
  it('waits with its maximum price, and enters the history when the server accepts it', async () => {
    let up = false
    const { local, sync, sent } = setUp(() => (up ? accepted() : { kind: 'unreachable' }))
    await queueDownload(local, requestId, request)
    await poke(sync)
    expect(await queuedDownloads(local.device)).toMatchObject([
      { entry: { estimate: 2, state: 'waiting' }, request: { name: 'Perth builders' } },
    ])
    up = true
    await poke(sync)
    expect(await queuedDownloads(local.device)).toEqual([])
    expect(await namesOf(local)).toEqual([requestId])
    // Every attempt was the same request with the same key and id.
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent.map(({ input }) => input)).toEqual(sent.map(() => ({ ...request, id: requestId })))
  })

  it('waits after a price rise until the user agrees, and is then sent', async () => {
    const { local, sync, sent } = setUp(({ input }) =>
      Number(input.agreed) < 5 ? problem(409, 'price-changed') : accepted(),
    )
    await queueDownload(local, requestId, request)
    await poke(sync)
    await poke(sync)
    expect(sent).toHaveLength(1)
    const [parked] = (await unsettled(local.device)).needAttention
    expect(parked).toMatchObject({ estimate: 2, problem: { code: 'price-changed' } })
    if (parked) await agreeTo(local, parked, 5)
    await poke(sync)
    expect(sent.map(({ input }) => [input.id, input.agreed])).toEqual([
      [requestId, 2],
      [requestId, 5],
    ])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
    expect(await queuedDownloads(local.device)).toEqual([])
  })

  it('can be undone until it is sent', async () => {
    const { local, sync, sent } = setUp(accepted)
    await sync.stop()
    await queueDownload(local, requestId, request)
    const [queued] = await queuedDownloads(local.device)
    expect(queued && (await undo(local, queued.entry.id))).toBe(true)
    expect(await queuedDownloads(local.device)).toEqual([])
    expect(sent).toEqual([])
  })

  it('may cost as much as it has records that are not known to be unlocked', async () => {
    const local = deviceOfTest()
    await saveViewed(local, 'company', aCompany(1, { unlocked: true }))
    await saveViewed(local, 'company', aCompany(2))
    const ids = [1, 2, 3, 3].map((number) => aCompany(number).id)
    expect(await maxCredits(local.device, ids)).toBe(2)
  })
})

describe('the download history on the device', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => aRequest(from + index))

  it('is the newest hundred requests, newest first, with the time of their fetch', async () => {
    const local = deviceOfTest()
    expect(await historyOf(local.device)).toEqual({ rows: [], asOf: null, unseen: 0 })
    await saveHistory(local, { rows: numbers(1, 60), of: 'all', requestedAt: 1_000 })
    await saveHistory(local, { rows: numbers(55, 110), of: 'newest', requestedAt: 2_000 })
    const { rows, asOf } = await historyOf(local.device)
    expect(rows).toHaveLength(maxHistory)
    expect([rows[0]?.name, rows.at(-1)?.name]).toEqual(['Request 110', 'Request 11'])
    expect(asOf).toBe(2_000)
  })

  it('drops what a newer answer lacks, but no request made meanwhile', async () => {
    const local = deviceOfTest()
    await saveHistory(local, { rows: numbers(1, 3), of: 'all', requestedAt: local.now() })
    const requestedAt = local.now()
    await saveHistory(local, { rows: [aRequest(4)], of: 'others', requestedAt })
    await saveHistory(local, { rows: [aRequest(2)], of: 'all', requestedAt })
    expect(await namesOf(local)).toEqual([aRequest(4).requestId, aRequest(2).requestId])
  })

  it('is not overwritten by a late answer', async () => {
    const local = deviceOfTest()
    const running = { status: 'REQUEST_ACCEPTED', updatedAt: '2026-03-03T00:00:00Z' } as const
    await saveHistory(local, { rows: [aRequest(9)], of: 'others', requestedAt: 2 })
    await saveHistory(local, { rows: [aRequest(9, running)], of: 'newest', requestedAt: 1 })
    expect((await historyOf(local.device)).rows).toMatchObject([
      { status: 'DOWNLOAD_FILE_GENERATED' },
    ])
  })
})
