// @vitest-environment node
// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { CompanyView } from '../../../contract/records/records.ts'
import { problem } from '../../kit/offline/memory-server.ts'
import {
  agreeTo,
  mostCredits,
  queueDownload,
  queuedDownloads,
  type DownloadToAsk,
} from '../../../src/offline/downloads.ts'
import { historyKept, historyOf, keepHistory } from '../../../src/offline/history.ts'
import { unsettled } from '../../../src/offline/live.ts'
import { undo, type Local } from '../../../src/offline/outbox.ts'
import type { Outcome, Send } from '../../../src/offline/outcome.ts'
import { keepViewed } from '../../../src/offline/records.ts'
import type { Sync } from '../../../src/offline/sync.ts'
import { aRequest } from '../../kit/fixtures/download-requests.ts'
import { poke, someDevice, someSync } from '../../kit/device/device.ts'

type Sent = { call: string; input: Record<string, unknown>; key: string | undefined }

const running: { local: Local; sync: Sync | null }[] = []
afterEach(async () => {
  for (const { local, sync } of running.splice(0)) {
    await sync?.stop()
    local.device.close()
  }
})

const aDevice = (): Local => {
  const local = someDevice()
  running.push({ local, sync: null })
  return local
}

/** A device whose calls are answered by `answer`. */
const setUp = (answer: (sent: Sent) => Outcome) => {
  const local = someDevice()
  const sent: Sent[] = []
  const send: Send = async (call, input, { idempotencyKey }) => {
    if (call === 'changes')
      return { kind: 'done', output: { changes: [], cursor: 'c', more: false, reset: false } }
    const one = { call, input, key: idempotencyKey }
    sent.push(one)
    return answer(one)
  }
  const sync = someSync(local, send)
  running.push({ local, sync })
  return { local, sync, sent }
}

const aCompany = (number: number, unlocked = false): CompanyView => ({
  id: `0190a0a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
  name: `Company ${number}`,
  trading_names: [],
  status: 'active',
  domains: [],
  locations: [],
  phones: [],
  mobiles: [],
  emails: [],
  social: {},
  technographics: [],
  keywords: [],
  services: [],
  products: [],
  target_market: [],
  signals_90d: 0,
  quality: { completeness: 40 },
  provenance: {},
  unlocked,
  lists: [],
})

const { requestId } = aRequest(7)
const asked: DownloadToAsk = {
  category: 'company',
  source: { kind: 'ids', ids: [aCompany(1).id, aCompany(2).id] },
  name: 'Perth builders',
  format: 'csv',
  agreed: 2,
}
const taken = (): Outcome => ({
  kind: 'done',
  output: aRequest(7, { status: 'REQUEST_ACCEPTED', statusLabel: 'Request accepted' }),
})
const namesOf = async ({ device }: Local) =>
  (await historyOf(device)).rows.map(({ requestId }) => requestId)

describe('a download asked for without a connection', () => {
  it('waits with what it may cost at most, and is in the history the moment it is taken', async () => {
    let up = false
    const { local, sync, sent } = setUp(() => (up ? taken() : { kind: 'unreachable' }))
    await queueDownload(local, requestId, asked)
    await poke(sync)
    expect(await queuedDownloads(local.device)).toMatchObject([
      { entry: { estimate: 2, state: 'waiting' }, asked: { name: 'Perth builders' } },
    ])
    up = true
    await poke(sync)
    expect(await queuedDownloads(local.device)).toEqual([])
    expect(await namesOf(local)).toEqual([requestId])
    // Every attempt said the same under the same key, with the id the device gave it.
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent.map(({ input }) => input)).toEqual(sent.map(() => ({ ...asked, id: requestId })))
  })

  it('that became dearer waits for the person, and goes out once they agree to the new price', async () => {
    const { local, sync, sent } = setUp(({ input }) =>
      Number(input.agreed) < 5 ? problem(409, 'price-changed') : taken(),
    )
    await queueDownload(local, requestId, asked)
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

  it('can be taken back as long as it was never sent', async () => {
    const { local, sync, sent } = setUp(taken)
    await sync.stop()
    await queueDownload(local, requestId, asked)
    const [queued] = await queuedDownloads(local.device)
    expect(queued && (await undo(local, queued.entry.id))).toBe(true)
    expect(await queuedDownloads(local.device)).toEqual([])
    expect(sent).toEqual([])
  })

  it('may cost as much as it has records that are not known to be unlocked', async () => {
    const local = aDevice()
    await keepViewed(local, 'company', aCompany(1, true))
    await keepViewed(local, 'company', aCompany(2))
    const ids = [1, 2, 3, 3].map((number) => aCompany(number).id)
    expect(await mostCredits(local.device, ids)).toBe(2)
  })
})

describe('the history on the device', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => aRequest(from + index))

  it('is the newest hundred, the newest first, with the moment they were asked for', async () => {
    const local = aDevice()
    expect(await historyOf(local.device)).toEqual({ rows: [], asOf: null })
    await keepHistory(local, { rows: numbers(1, 60), of: 'all', askedAt: 1_000 })
    await keepHistory(local, { rows: numbers(55, 110), of: 'newest', askedAt: 2_000 })
    const { rows, asOf } = await historyOf(local.device)
    expect(rows).toHaveLength(historyKept)
    expect([rows[0]?.name, rows.at(-1)?.name]).toEqual(['Request 110', 'Request 11'])
    expect(asOf).toBe(2_000)
  })

  it('forgets what is not told any more, but nothing that was asked for meanwhile', async () => {
    const local = aDevice()
    await keepHistory(local, { rows: numbers(1, 3), of: 'all', askedAt: local.now() })
    const askedAt = local.now()
    await keepHistory(local, { rows: [aRequest(4)], of: 'others', askedAt })
    await keepHistory(local, { rows: [aRequest(2)], of: 'all', askedAt })
    expect(await namesOf(local)).toEqual([aRequest(4).requestId, aRequest(2).requestId])
  })

  it('is not set back by an answer that was overtaken', async () => {
    const local = aDevice()
    const running = { status: 'REQUEST_ACCEPTED', updatedAt: '2026-03-03T00:00:00Z' } as const
    await keepHistory(local, { rows: [aRequest(9)], of: 'others', askedAt: 2 })
    await keepHistory(local, { rows: [aRequest(9, running)], of: 'newest', askedAt: 1 })
    expect((await historyOf(local.device)).rows).toMatchObject([
      { status: 'DOWNLOAD_FILE_GENERATED' },
    ])
  })
})
