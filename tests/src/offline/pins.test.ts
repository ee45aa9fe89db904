// @vitest-environment node
import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { evaluate } from '../../../contract/search/evaluate.ts'
import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import { companyDoc } from '../../../contract/search/search-doc.ts'
import { idsChecksum } from '../../../contract/sync.ts'
import { problem } from '../../kit/offline/memory-server.ts'
import type { Device } from '../../../src/offline/database.ts'
import { pins, measureStorage, viewedRecords } from '../../../src/offline/live.ts'
import { readPinHead } from '../../../src/offline/pin-head.ts'
import { createPinSearch, type PinQuestion } from '../../kit/offline/pin-search.ts'
import { fetchPin, evictOrphans, unpin, type PinSource } from '../../../src/offline/pins.ts'
import { saveViewed, maxViewed } from '../../../src/offline/records.ts'
import { readSignalsOf, saveSignalsOf } from '../../../src/offline/signals.ts'
import { aSignal } from '../../kit/fixtures/signals.ts'
import { asSend, someDevice } from '../../kit/device/device.ts'
import { aCompany, aPerson } from '../../kit/fixtures/records.ts'
import { findCachedPeople } from '../../../src/shared/records/cached-records.ts'

const company = (number: number, more: Partial<CompanyView> = {}): CompanyView =>
  aCompany(number, {
    id: `company-${String(number).padStart(5, '0')}`,
    name: `Builders ${number}`,
    hq: {
      country: 'AU',
      state: 'WA',
      lat: -31.95 - number / 1000,
      lng: 115.86,
      approx: number % 2 === 1,
    },
    employees_local: (number * 37) % 500,
    company_size: number % 3 === 0 ? '10-19' : '50-99',
    quality: { completeness: 80 },
    provenance: {},
    ...more,
  })
const storedBytes = (device: Device): Promise<number> =>
  device.read(async ({ records }) =>
    (await records.toArray()).reduce((sum, { bytes }) => sum + bytes, 0),
  )
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

const snapshots = (records: CompanyView[], page = 250) => {
  const server = {
    records,
    changed: [] as CompanyView[],
    people: [] as PersonView[],
    requests: [] as Record<string, unknown>[],
    cutAfter: Infinity,
  }
  const send = asSend(async (_, input) => {
    server.requests.push(input)
    if (server.requests.length > server.cutAfter) return { kind: 'unreachable' }
    const ids = server.records.map(({ id }) => id)
    const checksum = idsChecksum(ids)
    const named = (of: CompanyView[]) =>
      server.people.filter((person) => of.some(({ id }) => id === person.company_id))
    const answer = (of: CompanyView[], more: object = {}) => ({
      kind: 'done' as const,
      output: {
        category: 'company',
        total: ids.length,
        checksum,
        asOf: `as-of-${server.requests.length}`,
        records: of,
        employers: [],
        people: named(of),
        ids: null,
        cursor: null,
        ...more,
      },
    })
    if (typeof input.ids === 'string') {
      const wanted = input.ids.split(',')
      return answer(server.records.filter(({ id }) => wanted.includes(id)))
    }
    if (input.since !== undefined)
      return answer(server.changed, input.checksum === checksum ? {} : { ids })
    const from = Number(input.cursor ?? 0)
    const until = from + page
    return answer(server.records.slice(from, until), {
      cursor: until < ids.length ? String(until) : null,
    })
  })
  return { ...server, server, send }
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
      records.map((record) => companyDoc(record, { today: '2026-03-03' })),
      question,
    )
    const answer = await ask('list:l1', question)
    expect(answer.total).toBe(200)
    expect(answer.records.map(({ id }) => id)).toEqual(wanted.ids)
    local.device.close()
  })

  it('resumes an interrupted download, and is searchable meanwhile', async () => {
    const local = someDevice()
    const { server, send } = snapshots(many(600))
    server.cutAfter = 1
    expect(await fetchPin(local, list, send, never)).toBe('cut')
    expect(await pins(local.device)).toMatchObject([
      { state: 'cut', done: 250, total: 600, fetchedAt: 0 },
    ])
    expect((await createPinSearch(local.device)('list:l1', everything)).total).toBe(250)
    server.cutAfter = Infinity
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    expect(server.requests.map(({ cursor }) => cursor)).toEqual([undefined, '250', '250', '500'])
    expect(await pins(local.device)).toMatchObject([{ state: 'ready', done: 600 }])
    local.device.close()
  })

  it('is refreshed by changed, added and removed records, whose signals stay', async () => {
    const local = someDevice()
    const { server, send } = snapshots(many(300))
    await fetchPin(local, list, send, never)
    const changed = company(7, { name: 'Renamed' })
    await saveSignalsOf(local, changed.id, { total: 1, signals: [aSignal(1)] })
    const added = company(900)
    server.records = [
      ...server.records.filter(({ id }) => id !== company(8).id && id !== changed.id),
      changed,
      added,
    ]
    server.changed = [changed]
    server.requests.length = 0
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    expect(server.requests).toEqual([
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
    expect((await readSignalsOf(local.device, changed.id))?.total).toBe(1)
    expect(await local.device.tables.records.get(company(8).id)).toBeUndefined()
    expect(await local.device.tables.records.get(added.id)).toMatchObject({ pins: ['list:l1'] })
    local.device.close()
  })

  it('is downloaded again if its documents are of earlier rules', async () => {
    const local = someDevice()
    const { server, send } = snapshots(many(3))
    await fetchPin(local, list, send, never)
    await local.device.write(['pins'], ({ pins }) => pins.update('list:l1', { docRules: 1 }))
    server.requests.length = 0
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    expect(server.requests).toEqual([{ list: 'l1' }])
    local.device.close()
  })

  it('stores its first rows in the order of the online search, and updates them after a change', async () => {
    const local = someDevice()
    const { server, send } = snapshots(many(300))
    await fetchPin(local, list, send, never)
    const wanted = async () => createPinSearch(local.device)('list:l1', { ...everything, size: 24 })
    const before = await readPinHead(local.device, 'l1')
    expect(before?.ids).toEqual((await wanted()).records.map(({ id }) => id))
    expect([...(before?.views.values() ?? [])]).toEqual((await wanted()).records)
    const largest = company(900, { employees_local: 9_000 })
    server.records = [...server.records, largest]
    await fetchPin(local, list, send, never)
    expect((await readPinHead(local.device, 'l1'))?.ids[0]).toBe(largest.id)
    await local.device.write(['records'], ({ records }) => records.delete(largest.id))
    expect(await readPinHead(local.device, 'l1')).toBeNull()
    expect(await readPinHead(local.device, 'another')).toBeNull()
    local.device.close()
  })

  it('brings the people to ask for, replaces them with their company, and leaves none behind', async () => {
    const local = someDevice()
    const { server, send } = snapshots(many(3))
    const [first] = server.records
    const at = first?.id ?? ''
    const staff = (id: string, seniority: string) => aPerson(1, { id, seniority, company_id: at })
    server.people = [staff('p-manager', 'Manager'), staff('p-owner', 'Owner/Founder')]
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    const namesAt = async (id: string) =>
      (await findCachedPeople(local.device, id)).map((person) => person.id)
    expect(await namesAt(at)).toEqual(['p-owner', 'p-manager'])
    expect(await pins(local.device)).toMatchObject([
      { done: 3, bytes: await storedBytes(local.device) },
    ])
    // Nothing changed: the people stay.
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    expect(await namesAt(at)).toEqual(['p-owner', 'p-manager'])
    server.people = [staff('p-new', 'Owner/Founder')]
    server.changed = first ? [first] : []
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    expect(await namesAt(at)).toEqual(['p-new'])
    await unpin(local, 'list:l1')
    expect(await local.device.read(({ records }) => records.count())).toBe(0)
  })

  it('is downloaded again when the checksums still differ', async () => {
    const local = someDevice()
    const { server, send } = snapshots(many(20))
    await fetchPin(local, list, send, never)
    await local.device.write(['docs'], ({ docs }) => docs.clear())
    server.requests.length = 0
    expect(await fetchPin(local, list, send, never)).toBe('ready')
    expect((await createPinSearch(local.device)('list:l1', everything)).total).toBe(20)
    local.device.close()
  })

  it('keeps its records and reports the reason where the server refuses', async () => {
    const local = someDevice()
    const { send } = snapshots(many(20))
    await fetchPin(local, list, send, never)
    const end = await fetchPin(
      local,
      list,
      asSend(async () => problem(404, 'not-found')),
      never,
    )
    expect(end).toMatchObject({ problem: { code: 'not-found' } })
    expect((await createPinSearch(local.device)('list:l1', everything)).total).toBe(20)
    local.device.close()
  })

  it('shares records with other copies: stored once, evicted with the last', async () => {
    const local = someDevice()
    const records = many(30)
    await fetchPin(local, list, snapshots(records).send, never)
    const once = await storedBytes(local.device)
    await fetchPin(local, search, snapshots(records.slice(0, 10)).send, never)
    expect(await storedBytes(local.device)).toBe(once)
    expect((await measureStorage(local.device)).byPin.get('list:l1')).toBe(once)
    await unpin(local, 'list:l1')
    expect(await local.device.tables.records.get(company(3).id)).toMatchObject({
      pins: ['search:s1'],
    })
    expect(await local.device.tables.records.get(company(20).id)).toBeUndefined()
    await unpin(local, 'search:s1')
    expect(await storedBytes(local.device)).toBe(0)
    expect(await measureStorage(local.device)).toEqual({
      viewed: 0,
      stops: { count: 0, bytes: 0 },
      byPin: new Map(),
    })
    local.device.close()
  })

  it('is evicted in batches, so that no edit waits for thousands of records', async () => {
    const local = someDevice()
    await fetchPin(local, list, snapshots(many(700)).send, never)
    const freed = freedIn(local.device)
    await unpin(local, 'list:l1')
    expect(freed.reduce((sum, each) => sum + each, 0)).toBe(700)
    expect(Math.max(...freed)).toBeLessThanOrEqual(250)
    local.device.close()
  })

  it.each(['with a refresh', 'with a full download'])(
    'evicts records that left the search in batches, %s',
    async (how) => {
      const local = someDevice()
      const { server, send } = snapshots(many(800))
      await fetchPin(local, search, send, never)
      if (how === 'with a full download')
        await local.device.write(['pins'], ({ pins }) => pins.update('search:s1', { state: 'cut' }))
      server.records = server.records.slice(0, 90)
      const freed = freedIn(local.device)
      expect(await fetchPin(local, search, send, never)).toBe('ready')
      expect(freed.reduce((sum, each) => sum + each, 0)).toBe(710)
      expect(Math.max(...freed)).toBeLessThanOrEqual(250)
      expect((await createPinSearch(local.device)('search:s1', everything)).total).toBe(90)
      const [pin] = await pins(local.device)
      expect(pin).toMatchObject({ state: 'ready', done: 90, total: 90 })
      expect(pin?.bytes).toBe(await storedBytes(local.device))
      local.device.close()
    },
  )

  it('leaves nothing behind after an interrupted eviction', async () => {
    const local = someDevice()
    await fetchPin(local, list, snapshots(many(600)).send, never)
    await saveViewed(local, 'company', company(7))
    const { write } = local.device
    let writes = 0
    local.device.write = (over, work) => {
      writes += 1
      return writes > 2 ? Promise.reject(new Error('The page is gone')) : write(over, work)
    }
    await expect(unpin(local, 'list:l1')).rejects.toThrow('The page is gone')
    expect(await pins(local.device)).toEqual([])
    local.device.write = write
    await evictOrphans(local)
    expect(await local.device.read(({ records }) => records.toArray())).toMatchObject([
      { id: company(7).id, pins: [] },
    ])
    local.device.close()
  })

  it('keeps new records where it is requested again during its eviction', async () => {
    const local = someDevice()
    await fetchPin(local, list, snapshots(many(20)).send, never)
    await evictOrphans(local)
    expect(await local.device.tables.records.get(company(3).id)).toMatchObject({
      pins: ['list:l1'],
    })
    local.device.close()
  })

  it('sorts by distance from a position, with the distance', async () => {
    const local = someDevice()
    await fetchPin(
      local,
      list,
      snapshots([...many(50), company(99, { hq: { country: 'AU' } })]).send,
      never,
    )
    const near = await createPinSearch(local.device)('list:l1', {
      ...everything,
      position: { lat: -31.97, lng: 115.86 },
      withinKm: 3,
    })
    expect(near.records[0]?.id).toBe(company(20).id)
    expect(near.distances.get(company(21).id)?.km).toBeCloseTo(0.111, 2)
    expect(near.distances.get(company(21).id)?.approx).toBe(true)
    expect(near.total).toBe(47)
    local.device.close()
  })
})

describe('opened records', () => {
  it('stay on the device up to the newest 200', async () => {
    const local = someDevice()
    for (let number = 0; number < maxViewed + 2; number += 1)
      await saveViewed(local, 'company', company(number))
    expect(await local.device.tables.records.get(company(1).id)).toBeUndefined()
    const viewed = await viewedRecords(local.device)
    expect(viewed).toHaveLength(maxViewed)
    expect(viewed[0]?.id).toBe(company(maxViewed + 1).id)
    expect(await local.device.tables.records.get(company(2).id)).toMatchObject({
      view: { name: 'Builders 2' },
    })
    local.device.close()
  })
})
