import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Signal } from '../../contract/signals/signals.ts'
import { signalTypeOf, signalTypes } from '../../contract/signals/signal-types.ts'
import { signalMeets, type SignalFacts } from '../../contract/signals/signal-filters.ts'
import { Company, Person } from '../../contract/records/records.ts'
import { dealtAt, regions, ticksARound } from '../../demo/deck.ts'
import { tickMarket } from '../../demo/living.ts'
import { ensureDemoWorld, loadedDemoWorld, replaceDemoWorld } from '../../demo/load.ts'
import { keepMarketLiving } from '../../demo/market-clock.ts'
import { wrongDraft } from '../../server/signals/adding.ts'
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

/** Early in the morning of the third in Sydney, where Greenwich has the second. */
const morning = new Date('2026-03-02T21:30:00Z')

describe('the past of the demo world', () => {
  let db: Database
  let signals: Row[] = []
  beforeAll(async () => {
    db = await freshDatabase()
    await ensureDemoWorld(db, size)
    signals = await signalsOf(db)
  })
  afterAll(() => db.close())

  it('has as many signals for each company as its record says, and some', async () => {
    expect(signals.length).toBeGreaterThan(200)
    expect(await mismatches(db)).toEqual([])
    const { backlog } = (await loadedDemoWorld(db)) ?? {}
    expect(backlog).toBe(signals.length)
  })

  it('every one is what the contract says, adds up, lies within 90 days and leads to no real address', () => {
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

  it('tells of most types, and of intent nothing', () => {
    const types = new Set(signals.map(({ doc }) => doc.slug))
    expect(types.size).toBeGreaterThan(15)
    for (const type of types) expect(signalTypeOf(type)?.category).not.toBe('intent')
    const most = Math.max(
      ...signalTypes.map(({ value }) => signals.filter(({ doc }) => doc.slug === value).length),
    )
    expect(most).toBeLessThan(signals.length / 4)
  })

  it('rings nobody: what agents have looked through is ahead of all of it', async () => {
    expect(signals.every(({ tick }) => tick === '0')).toBe(true)
  })

  it('a world that was loaded before it had a past is given it at the next start, once', async () => {
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

  it('the same size, seed and day give the same signals, another seed others', async () => {
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

describe('what the deck holds', () => {
  it('is four to eight signals a tick, and every kind of change in every region once a round', () => {
    const kinds = ['hiring', 'headcount', 'technology', 'office', 'promotion', 'leader']
    for (let first = 0; first < 2 * ticksARound; first++) {
      const seen = new Set<string>()
      for (let tick = first; tick < first + ticksARound; tick++) {
        const dealt = dealtAt(seed, tick)
        // A leader who moves is told of at both companies and by themselves.
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

describe('the market that lives on', () => {
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

  it('changes records for real, as the contract has them, and tells of exactly what it changed', async () => {
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
    const told = new Set(signals.flatMap(({ company, person }) => [company?.id, person?.id]))
    const silent = [...changed, ...moved].filter(({ doc }) => !told.has(doc.id))
    expect(silent.map(({ doc }) => doc.name)).toEqual([])
    expect(await mismatches(db)).toEqual([])
  })

  it('a signal’s figures are those of the record', async () => {
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

  it('within a round whoever watches for a kind of change in a state hears of it', async () => {
    const signals = await ticks(ticksARound)
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

  it('happens on the day it is here, in the morning too', async () => {
    const told: string[] = []
    while (told.length === 0)
      told.push(...((await tickMarket(db, { now: morning }))?.signals ?? []))
    const rows = await signalsOf(db)
    const days = rows.filter(({ doc }) => told.includes(doc.id)).map(({ doc }) => doc.event_date)
    expect(new Set(days)).toEqual(new Set([today]))
  })

  it('does nothing beside imported records, without a demo world, or too soon after the last tick', async () => {
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

  it('of two processes that are at it at once, one does the tick', async () => {
    await sql`update import_run set summary = summary - 'tickedAt'`.execute(db.owner)
    const both = await Promise.all([
      tickMarket(db, { now, leastApartMs: 5_000 }),
      tickMarket(db, { now, leastApartMs: 5_000 }),
    ])
    expect(both.filter((ticked) => ticked !== null)).toHaveLength(1)
  })

  it('goes with the world it lives in, and the same world gives the same ticks', async () => {
    const facts = (signals: readonly SignalFacts[]) =>
      signals
        .map((signal) => ({ ...signal, id: '' }))
        .toSorted((one, other) => (one.title < other.title ? -1 : 1))
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

  it('ticks every ten seconds for ten minutes, then every minute, and not once it was stopped', async () => {
    const tick = vi.fn<(apart: number) => Promise<void>>(() => Promise.resolve())
    const market = keepMarketLiving({ tick })
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

  it('goes on after a tick that failed, and stopping waits for the one under way', async () => {
    let end = (): void => {}
    const tick = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('no connection'))
      .mockImplementation(() => new Promise((resolve) => (end = resolve)))
    const market = keepMarketLiving({ tick })
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
