import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Signal } from '../../contract/signals/signals.ts'
import { signalTypeOf, signalTypes } from '../../contract/signals/signal-types.ts'
import { signalMeets, type SignalFacts } from '../../contract/signals/signal-filters.ts'
import { Company, Person } from '../../contract/records/records.ts'
import { scheduledEvents, regions, ticksPerRound } from '../../demo/event-schedule.ts'
import { tickMarket } from '../../demo/tick-market.ts'
import { ensureDemoWorld, loadedDemoWorld, replaceDemoWorld } from '../../demo/load.ts'
import { startMarketClock } from '../../demo/market-clock.ts'
import { wrongDraft } from '../../server/signals/add-signals.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { freshDatabase } from '../kit/database.ts'

const today = '2026-03-03'
const now = new Date('2026-03-03T04:00:00Z')
const seed = Number(process.env['DEMO_SEED'] ?? 1)
process.stdout.write(`The demo's market of seed ${seed}; DEMO_SEED=n repeats another.\n`)
const size = { companies: 800, people: 2500, seed, today, onProgress: () => {} }
const small = { ...size, companies: 300, people: 900 }

type Row = { doc: SignalFacts; key: string; tick: string }
const signalsOf = async (db: Database): Promise<Row[]> =>
  db.owner.selectFrom('signal').select(['doc', 'key', 'tick']).orderBy('key').execute()
const mismatches = async (db: Database): Promise<unknown[]> =>
  (
    await sql`select id from company c where (doc->>'signals_90d')::int <> (
      select count(*) from signal s where s.company_id = c.id
        and s.event_date >= ${today}::date - 90)`.execute(db.owner)
  ).rows

/** The morning of 3 March in Sydney, still 2 March in UTC. */
const morning = new Date('2026-03-02T21:30:00Z')

describe('the past signals of the demo market', () => {
  let db: Database
  let signals: Row[] = []
  beforeAll(async () => {
    db = await freshDatabase()
    await ensureDemoWorld(db, size)
    signals = await signalsOf(db)
  })
  afterAll(() => db.close())

  it("match the number in each company's record", async () => {
    expect(signals.length).toBeGreaterThan(200)
    expect(await mismatches(db)).toEqual([])
    const { backlog } = (await loadedDemoWorld(db)) ?? {}
    expect(backlog).toBe(signals.length)
  })

  it('follow the contract, add up, lie within 90 days and link to no real address', () => {
    for (const { doc, key } of signals) {
      const mine = { agentIds: [], listIds: [], runId: null, seen: false, dismissed: false }
      expect(Signal.safeParse({ ...doc, ...mine }).error?.issues).toBeUndefined()
      expect(wrongDraft({ ...doc, key })).toBeNull()
      expect(doc.event_date >= '2025-12-04' && doc.event_date < today).toBe(true)
      expect(doc.detected_at.slice(0, 10)).toBe(doc.event_date)
      expect(doc.source.url).toMatch(/^https:\/\/[a-z0-9-]+\.example\//)
      expect(doc.confidence).toBeGreaterThanOrEqual(0.55)
    }
  })

  it('cover most types, except intent', () => {
    const types = new Set(signals.map(({ doc }) => doc.slug))
    expect(types.size).toBeGreaterThan(15)
    for (const type of types) expect(signalTypeOf(type)?.category).not.toBe('intent')
    const most = Math.max(
      ...signalTypes.map(({ value }) => signals.filter(({ doc }) => doc.slug === value).length),
    )
    expect(most).toBeLessThan(signals.length / 4)
  })

  it('trigger no agent', async () => {
    expect(signals.every(({ tick }) => tick === '0')).toBe(true)
  })

  it('are added once, at the next start, to a market without them', async () => {
    await db.owner.deleteFrom('signal').execute()
    await sql`update import_run set summary = summary - 'backlog'`.execute(db.owner)
    expect(await ensureDemoWorld(db, size)).toBeNull()
    expect(await signalsOf(db)).toEqual(signals)
    await db.owner
      .deleteFrom('signal')
      .where('key', '=', signals[0]?.key ?? '')
      .execute()
    await ensureDemoWorld(db, size)
    expect(await signalsOf(db)).toHaveLength(signals.length - 1)
  })

  it('are equal for the same size, seed and day, and differ for other seeds', async () => {
    await replaceDemoWorld(db, small)
    const once = await signalsOf(db)
    await replaceDemoWorld(db, small)
    expect(await signalsOf(db)).toEqual(once)
    await replaceDemoWorld(db, { ...small, seed: seed + 1 })
    const keys = new Set(once.map(({ key }) => key))
    expect((await signalsOf(db)).filter(({ key }) => keys.has(key))).toEqual([])
    expect(await mismatches(db)).toEqual([])
  })
})

describe('the event schedule', () => {
  it('has four to eight signals per tick, and every kind of change in every region once per round', () => {
    const kinds = ['hiring', 'headcount', 'technology', 'office', 'promotion', 'leader']
    for (let first = 0; first < 2 * ticksPerRound; first++) {
      const seen = new Set<string>()
      for (let tick = first; tick < first + ticksPerRound; tick++) {
        const dealt = scheduledEvents(seed, tick)
        // A leader's move is a signal of both companies and of the person.
        const signals = dealt.reduce((sum, { kind }) => sum + (kind === 'leader' ? 3 : 1), 0)
        expect(signals).toBeGreaterThanOrEqual(4)
        expect(signals).toBeLessThanOrEqual(8)
        for (const { kind, region } of dealt) seen.add(`${kind} ${region}`)
      }
      for (const kind of kinds)
        for (const region of regions) expect(seen.has(`${kind} ${region}`)).toBe(true)
    }
  })
})

describe('the living market', () => {
  let db: Database
  beforeAll(async () => {
    db = await freshDatabase()
    await ensureDemoWorld(db, size)
  })
  afterAll(() => db.close())

  const docs = async () => ({
    companies: (
      await db.owner.selectFrom('company').select(['doc', 'seq']).orderBy('id').execute()
    ).map(({ doc, seq }) => ({ doc, seq })),
    people: await db.owner
      .selectFrom('person')
      .select(['doc', 'contact', 'seq'])
      .orderBy('id')
      .execute(),
  })
  const ticks = async (count: number): Promise<SignalFacts[]> => {
    const known = new Set((await signalsOf(db)).map(({ key }) => key))
    for (let done = 0; done < count; done++) expect(await tickMarket(db, { now })).not.toBeNull()
    return (await signalsOf(db)).filter(({ key }) => !known.has(key)).map(({ doc }) => doc)
  }

  it('changes records within the contract and adds signals for exactly those changes', async () => {
    const before = await docs()
    const signals = await ticks(6)
    const after = await docs()
    const changed = after.companies.filter(({ doc }, at) => {
      const was = before.companies[at]?.doc
      return (
        JSON.stringify({ ...doc, signals_90d: 0 }) !== JSON.stringify({ ...was, signals_90d: 0 })
      )
    })
    const moved = after.people.filter(({ seq }, at) => seq !== before.people[at]?.seq)
    expect(changed.length).toBeGreaterThan(5)
    expect(moved.length).toBeGreaterThan(3)
    for (const { doc } of changed) expect(Company.safeParse(doc).error?.issues).toBeUndefined()
    for (const { doc, contact } of moved) {
      expect(Person.safeParse(doc).error?.issues).toBeUndefined()
      expect(doc.work_email === undefined).toBe(contact.work_email === undefined)
    }
    const reportedIds = new Set(signals.flatMap(({ company, person }) => [company?.id, person?.id]))
    const silent = [...changed, ...moved].filter(({ doc }) => !reportedIds.has(doc.id))
    expect(silent.map(({ doc }) => doc.name)).toEqual([])
    expect(await mismatches(db)).toEqual([])
  })

  it("uses the record's figures in a signal", async () => {
    const signals = await ticks(12)
    const { companies } = await docs()
    const byId = new Map(companies.map(({ doc }) => [doc.id, doc]))
    const surges = signals.filter(({ slug }) => slug === 'hiring_surge')
    expect(surges.length).toBeGreaterThan(5)
    for (const { company, metrics } of surges)
      expect(byId.get(company?.id ?? '')?.job_posts?.open).toBe(metrics['open_roles'])
    for (const { company, metrics } of signals.filter(({ slug }) => slug.startsWith('headcount')))
      expect(byId.get(company?.id ?? '')?.employees_local).toBe(metrics['to'])
  })

  it('has every kind of change in every state within a round', async () => {
    const signals = await ticks(ticksPerRound)
    const watched = ['hiring_surge', 'leadership_hire', 'office_opened']
    const deaf = watched.flatMap((slug) =>
      ['NSW', 'VIC', 'QLD', 'WA'].filter(
        (state) =>
          !signals.some((signal) =>
            signalMeets(
              { 'company-signal-type': [slug], location: [`AU/${state}`] },
              signal,
              today,
            ),
          ),
      ),
    )
    expect(deaf).toEqual([])
  })

  it('dates its signals by the local day, also in the morning', async () => {
    const signalIds: string[] = []
    while (signalIds.length === 0)
      signalIds.push(...((await tickMarket(db, { now: morning }))?.signals ?? []))
    const rows = await signalsOf(db)
    const days = rows
      .filter(({ doc }) => signalIds.includes(doc.id))
      .map(({ doc }) => doc.event_date)
    expect(new Set(days)).toEqual(new Set([today]))
  })

  it('stops for the day once it has as many signals as a usual day, and starts again the next day', async () => {
    const tomorrow = new Date(now.getTime() + 24 * 60 * 60_000)
    const countOf = async (day: string): Promise<number> =>
      (await signalsOf(db)).filter(({ doc }) => doc.event_date === day).length
    while ((await tickMarket(db, { now: tomorrow, paced: true })) !== null);
    const usual = (await signalsOf(db)).length / 90
    expect(await countOf('2026-03-04')).toBeGreaterThan(0)
    expect(await countOf('2026-03-04')).toBeLessThan(usual + 15)
    expect(
      await tickMarket(db, { now: new Date(tomorrow.getTime() + 24 * 60 * 60_000), paced: true }),
    ).not.toBeNull()
  })

  it('does nothing beside imported records, without a demo market, or too soon after the last tick', async () => {
    await ticks(1)
    expect(await tickMarket(db, { now, leastApartMs: 60_000 })).toBeNull()
    const before = await signalsOf(db)
    await sql`insert into import_run (id, format, file_name)
      values (gen_random_uuid(), 'asx', 'list.csv')`.execute(db.owner)
    expect(await tickMarket(db, { now })).toBeNull()
    await db.owner.deleteFrom('import_run').where('format', '=', 'asx').execute()
    await sql`update import_run set format = 'none'`.execute(db.owner)
    expect(await tickMarket(db, { now })).toBeNull()
    await sql`update import_run set format = 'demo'`.execute(db.owner)
    expect(await signalsOf(db)).toEqual(before)
  })

  it('runs a tick once when two processes try', async () => {
    await sql`update import_run set summary = summary - 'tickedAt'`.execute(db.owner)
    const both = await Promise.all([
      tickMarket(db, { now, leastApartMs: 5_000 }),
      tickMarket(db, { now, leastApartMs: 5_000 }),
    ])
    expect(both.filter((ticked) => ticked !== null)).toHaveLength(1)
  })

  it('restarts with a replaced market, and the same market gives the same ticks', async () => {
    const facts = (signals: readonly SignalFacts[]) =>
      signals
        .map((signal) => ({ ...signal, id: '' }))
        .toSorted((a, b) => (a.title < b.title ? -1 : 1))
    await replaceDemoWorld(db, small)
    const { companies, people } = await docs()
    expect([companies.length, people.length]).toEqual([300, 900])
    expect((await signalsOf(db)).filter(({ tick }) => tick !== '0')).toEqual([])
    const once = facts(await ticks(3))
    expect(once.length).toBeGreaterThan(9)
    await replaceDemoWorld(db, small)
    expect(facts(await ticks(3))).toEqual(once)
  })
})

describe('the clock of the market', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ticks every ten seconds for ten minutes, then every minute, and never after stop', async () => {
    const tick = vi.fn<(apart: number) => Promise<void>>(() => Promise.resolve())
    const market = startMarketClock({ tick })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(tick).toHaveBeenCalledTimes(0)
    await vi.advanceTimersByTimeAsync(10 * 60_000 - 9_999)
    expect(tick).toHaveBeenCalledTimes(60)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(tick.mock.calls.length).toBeGreaterThanOrEqual(69)
    expect(tick.mock.calls.length).toBeLessThanOrEqual(71)
    const count = tick.mock.calls.length
    await market.stop()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(tick).toHaveBeenCalledTimes(count)
  })

  it('continues after a failed tick, and stop waits for the current tick', async () => {
    let end = (): void => {}
    const tick = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('no connection'))
      .mockImplementation(() => new Promise((resolve) => (end = resolve)))
    const market = startMarketClock({ tick })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(tick).toHaveBeenCalledTimes(2)
    let stopped = false
    const stopping = market.stop().then(() => (stopped = true))
    await vi.advanceTimersByTimeAsync(1)
    expect(stopped).toBe(false)
    end()
    await stopping
    expect(stopped).toBe(true)
  })
})
