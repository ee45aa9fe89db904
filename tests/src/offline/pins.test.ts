// @vitest-environment node
import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { evaluate } from '../../../contract/search/evaluate.ts'
import type { CompanyView } from '../../../contract/records/records.ts'
import { companyDoc } from '../../../contract/search/search-doc.ts'
import { idsChecksum } from '../../../contract/sync.ts'
import { problem } from '../../kit/offline/memory-server.ts'
import { ageOf, contactsLast } from '../../../src/offline/age.ts'
import type { Device } from '../../../src/offline/database.ts'
import { pins, roomTaken, viewedRecords } from '../../../src/offline/live.ts'
import type { Send } from '../../../src/offline/outcome.ts'
import { readPinHead } from '../../../src/offline/pin-head.ts'
import { createPinSearch, type PinQuestion } from '../../../src/offline/pin-search.ts'
import { fetchPin, freeLeft, unpin, type PinSource } from '../../../src/offline/pins.ts'
import { keepViewed, recordOf, viewedKept } from '../../../src/offline/records.ts'
import { someDevice } from '../../kit/device/device.ts'

const company = (number: number, more: Partial<CompanyView> = {}): CompanyView => ({
  id: `company-${String(number).padStart(5, '0')}`,
  name: `Builders ${number}`,
  trading_names: [],
  status: 'active',
  domains: [],
  hq: {
    country: 'AU',
    state: 'WA',
    lat: -31.95 - number / 1000,
    lng: 115.86,
    approx: number % 2 === 1,
  },
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
  employees_local: (number * 37) % 500,
  company_size: number % 3 === 0 ? '10-19' : '50-99',
  signals_90d: 0,
  quality: { completeness: 80 },
  provenance: {},
  unlocked: false,
  lists: [],
  ...more,
})
/** Of all records that are there, each counted once. */
const bytesKept = (device: Device): Promise<number> =>
  device.read(async ({ records }) =>
    (await records.toArray()).reduce((sum, { bytes }) => sum + bytes, 0),
  )
/** How many records each write from now on takes out. */
const freedIn = (device: Device): number[] => {
  const freed: number[] = []
  device.tables.records.hook('deleting', () => {
    freed[freed.length - 1] = (freed.at(-1) ?? 0) + 1
  })
  const { write } = device
  device.write = (over, work) => {
    freed.push(0)
    return write(over, work)
  }
  return freed
}
const many = (count: number): CompanyView[] => Array.from({ length: count }, (_, at) => company(at))

/** The server's side of `syncRecords`: pages, and what changed since. */
const snapshots = (records: CompanyView[], page = 250) => {
  const held = {
    records,
    changed: [] as CompanyView[],
    asked: [] as Record<string, unknown>[],
    cutAfter: Infinity,
  }
  const send: Send = async (_, input) => {
    held.asked.push(input)
    if (held.asked.length > held.cutAfter) return { kind: 'unreachable' }
    const ids = held.records.map(({ id }) => id)
    const checksum = idsChecksum(ids)
    const answer = (of: CompanyView[], more: object = {}) => ({
      kind: 'done' as const,
      output: {
        category: 'company',
        total: ids.length,
        checksum,
        asOf: `as-of-${held.asked.length}`,
        records: of,
        employers: [],
        ids: null,
        cursor: null,
        ...more,
      },
    })
    if (typeof input.ids === 'string') {
      const wanted = input.ids.split(',')
      return answer(held.records.filter(({ id }) => wanted.includes(id)))
    }
    if (input.since !== undefined)
      return answer(held.changed, input.checksum === checksum ? {} : { ids })
    const from = Number(input.cursor ?? 0)
    const until = from + page
    return answer(held.records.slice(from, until), {
      cursor: until < ids.length ? String(until) : null,
    })
  }
  return { ...held, held, send }
}

const list: PinSource = { source: 'list', sourceId: 'l1', category: 'company' }
const search: PinSource = { source: 'search', sourceId: 's1', category: 'company' }
const never = new AbortController().signal
const everything: PinQuestion = {
  category: 'company',
  criteria: emptyCriteria,
  sorting: [],
  from: 0,
  size: 10,
}

describe('a list made available offline', () => {
  it('answers like the online search: same totals, same order', async () => {
    const local = someDevice()
    const records = many(600)
    const { send } = snapshots(records)
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    const ask = createPinSearch(local.device)
    const question = {
      ...everything,
      criteria: { ...emptyCriteria, filters: { company_size: ['10-19'] } },
      from: 20,
    }
    const wanted = evaluate(
      records.map((one) => companyDoc(one, { today: '2026-03-03' })),
      question,
    )
    const answer = await ask('list:l1', question)
    expect(answer.total).toBe(200)
    expect(answer.records.map(({ id }) => id)).toEqual(wanted.ids)
    local.device.close()
  })

  it('goes on where the network cut it off, and can be searched as far as it came', async () => {
    const local = someDevice()
    const { held, send } = snapshots(many(600))
    held.cutAfter = 1
    expect(await fetchPin(local, list, send, never)).toBe('cut')
    expect(await pins(local.device)).toMatchObject([
      { state: 'cut', done: 250, total: 600, fetchedAt: 0 },
    ])
    expect((await createPinSearch(local.device)('list:l1', everything)).total).toBe(250)
    held.cutAfter = Infinity
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    expect(held.asked.map(({ cursor }) => cursor)).toEqual([undefined, '250', '250', '500'])
    expect(await pins(local.device)).toMatchObject([{ state: 'ready', done: 600 }])
    local.device.close()
  })

  it('is brought up to date by what changed, what came in and what went', async () => {
    const local = someDevice()
    const { held, send } = snapshots(many(300))
    await fetchPin(local, list, send, never)
    const changed = company(7, { name: 'Renamed' })
    const added = company(900)
    held.records = [
      ...held.records.filter(({ id }) => id !== company(8).id && id !== changed.id),
      changed,
      added,
    ]
    held.changed = [changed]
    held.asked.length = 0
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    expect(held.asked).toEqual([
      { list: 'l1', since: 'as-of-1', checksum: expect.any(String) },
      { ids: added.id, category: 'company' },
    ])
    const ask = createPinSearch(local.device)
    const renamed = await ask('list:l1', {
      ...everything,
      criteria: { ...emptyCriteria, search: 'Renamed' },
    })
    expect(renamed.records.map(({ name }) => name)).toEqual(['Renamed'])
    expect((await ask('list:l1', everything)).total).toBe(300)
    expect(await recordOf(local, company(8).id)).toBeUndefined()
    expect(await recordOf(local, added.id)).toMatchObject({ pins: ['list:l1'] })
    local.device.close()
  })

  it('knows its first rows, in the order of the online search, and knows them anew when it changed', async () => {
    const local = someDevice()
    const { held, send } = snapshots(many(300))
    await fetchPin(local, list, send, never)
    const wanted = async () => createPinSearch(local.device)('list:l1', { ...everything, size: 24 })
    const before = await readPinHead(local.device, 'l1')
    expect(before?.ids).toEqual((await wanted()).records.map(({ id }) => id))
    expect([...(before?.views.values() ?? [])]).toEqual((await wanted()).records)
    const largest = company(900, { employees_local: 9_000 })
    held.records = [...held.records, largest]
    await fetchPin(local, list, send, never)
    expect((await readPinHead(local.device, 'l1'))?.ids[0]).toBe(largest.id)
    await local.device.write(['records'], ({ records }) => records.delete(largest.id))
    expect(await readPinHead(local.device, 'l1')).toBeNull()
    expect(await readPinHead(local.device, 'another')).toBeNull()
    local.device.close()
  })

  it('is fetched anew when the two sides still do not agree', async () => {
    const local = someDevice()
    const { held, send } = snapshots(many(20))
    await fetchPin(local, list, send, never)
    await local.device.write(['docs'], ({ docs }) => docs.clear())
    held.asked.length = 0
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    expect((await createPinSearch(local.device)('list:l1', everything)).total).toBe(20)
    local.device.close()
  })

  it('keeps what it has and says why, when the server says no', async () => {
    const local = someDevice()
    const { send } = snapshots(many(20))
    await fetchPin(local, list, send, never)
    const end = await fetchPin(local, list, async () => problem(404, 'not-found'), never)
    expect(end).toMatchObject({ problem: { code: 'not-found' } })
    expect((await createPinSearch(local.device)('list:l1', everything)).total).toBe(20)
    local.device.close()
  })

  it('shares records with other pins: counted once, freed with the last', async () => {
    const local = someDevice()
    const records = many(30)
    await fetchPin(local, list, snapshots(records).send, never)
    const once = await bytesKept(local.device)
    await fetchPin(local, search, snapshots(records.slice(0, 10)).send, never)
    expect(await bytesKept(local.device)).toBe(once)
    expect((await roomTaken(local.device)).byPin.get('list:l1')).toBe(once)
    await unpin(local, 'list:l1')
    expect(await recordOf(local, company(3).id)).toMatchObject({ pins: ['search:s1'] })
    expect(await recordOf(local, company(20).id)).toBeUndefined()
    await unpin(local, 'search:s1')
    expect(await bytesKept(local.device)).toBe(0)
    expect(await roomTaken(local.device)).toEqual({ viewed: 0, byPin: new Map() })
    local.device.close()
  })

  it('is freed a few records at a time, so that no edit waits for thousands of them', async () => {
    const local = someDevice()
    await fetchPin(local, list, snapshots(many(700)).send, never)
    const freed = freedIn(local.device)
    await unpin(local, 'list:l1')
    expect(freed.reduce((sum, each) => sum + each, 0)).toBe(700)
    expect(Math.max(...freed)).toBeLessThanOrEqual(250)
    local.device.close()
  })

  it.each(['by what changed', 'by reading it anew'])(
    'lets go of what a search does not find any more a few records at a time, brought up to date %s',
    async (how) => {
      const local = someDevice()
      const { held, send } = snapshots(many(800))
      await fetchPin(local, search, send, never)
      if (how === 'by reading it anew')
        await local.device.write(['pins'], ({ pins }) => pins.update('search:s1', { state: 'cut' }))
      held.records = held.records.slice(0, 90)
      const freed = freedIn(local.device)
      expect(await fetchPin(local, search, send, never)).toBe('ready')
      expect(freed.reduce((sum, each) => sum + each, 0)).toBe(710)
      expect(Math.max(...freed)).toBeLessThanOrEqual(250)
      expect((await createPinSearch(local.device)('search:s1', everything)).total).toBe(90)
      const [pin] = await pins(local.device)
      expect(pin).toMatchObject({ state: 'ready', done: 90, total: 90 })
      expect(pin?.bytes).toBe(await bytesKept(local.device))
      local.device.close()
    },
  )

  it('that the page went away over while it was freed leaves nothing behind in the end', async () => {
    const local = someDevice()
    await fetchPin(local, list, snapshots(many(600)).send, never)
    await keepViewed(local, 'company', company(7))
    const { write } = local.device
    let writes = 0
    local.device.write = (over, work) => {
      writes += 1
      return writes > 2 ? Promise.reject(new Error('The page is gone')) : write(over, work)
    }
    await expect(unpin(local, 'list:l1')).rejects.toThrow('The page is gone')
    expect(await pins(local.device)).toEqual([])
    local.device.write = write
    await freeLeft(local)
    expect(await local.device.read(({ records }) => records.toArray())).toMatchObject([
      { id: company(7).id, pins: [] },
    ])
    local.device.close()
  })

  it('that was asked for again while it was freed keeps what came for it', async () => {
    const local = someDevice()
    await fetchPin(local, list, snapshots(many(20)).send, never)
    await freeLeft(local)
    expect(await recordOf(local, company(3).id)).toMatchObject({ pins: ['list:l1'] })
    local.device.close()
  })

  it('shows the nearest first from where one stands, with the distance', async () => {
    const local = someDevice()
    await fetchPin(
      local,
      list,
      snapshots([...many(50), company(99, { hq: { country: 'AU' } })]).send,
      never,
    )
    const near = await createPinSearch(local.device)('list:l1', {
      ...everything,
      here: { lat: -31.97, lng: 115.86 },
      withinKm: 3,
    })
    expect(near.records[0]?.id).toBe(company(20).id)
    expect(near.distances.get(company(21).id)?.km).toBeCloseTo(0.111, 2)
    expect(near.distances.get(company(21).id)?.approx).toBe(true)
    expect(near.total).toBe(47)
    local.device.close()
  })
})

describe('records that were opened', () => {
  it('stay on the device, the newest 200 of them', async () => {
    const local = someDevice()
    for (let number = 0; number < viewedKept + 2; number += 1)
      await keepViewed(local, 'company', company(number))
    expect(await recordOf(local, company(1).id)).toBeUndefined()
    const viewed = await viewedRecords(local.device)
    expect(viewed).toHaveLength(viewedKept)
    expect(viewed[0]?.id).toBe(company(viewedKept + 1).id)
    expect(await recordOf(local, company(2).id)).toMatchObject({ view: { name: 'Builders 2' } })
    local.device.close()
  })
})

describe('the age of what is held', () => {
  const hours = (count: number) => ageOf(0, count * 3_600_000)
  it('is fresh under a day, ageing under a week, old after', () => {
    expect(ageOf(0, 59_999)).toEqual({ tone: 'fresh', count: 0, unit: 'minute' })
    expect(hours(23.99)).toEqual({ tone: 'fresh', count: 23, unit: 'hour' })
    expect(hours(24)).toEqual({ tone: 'ageing', count: 1, unit: 'day' })
    expect(hours(24 * 7 - 0.01)).toEqual({ tone: 'ageing', count: 6, unit: 'day' })
    expect(ageOf(0, contactsLast)).toEqual({ tone: 'old', count: 7, unit: 'day' })
    expect(ageOf(1000, 0)).toEqual({ tone: 'fresh', count: 0, unit: 'minute' })
  })
})
