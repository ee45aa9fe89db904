import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgentFields } from '../../../contract/signals/agents.ts'
import { signalMeets, type SignalFacts } from '../../../contract/signals/signal-filters.ts'
import { typesOf } from '../../../contract/signals/signal-types.ts'
import { createMatching } from '../../../server/agents/matching.ts'
import type { SignalDraft } from '../../../server/signals/adding.ts'
import { createAsking } from '../../../server/saved-work/resolve-query.ts'
import { openSearch } from '../../../server/search/open.ts'
import { harbour, southern, today, type TestApp } from '../../kit/app.ts'
import {
  add,
  givePlan,
  makeAgent,
  memberOf,
  noon,
  startAgentsApp,
  watching,
} from '../../kit/agents.ts'
import { someRecords, type Member } from '../../kit/saved-work.ts'
import { draft } from '../../kit/signals.ts'

const seed = Number(process.env.AGENTS_SEED ?? Date.now() % 1_000_000)

describe('matching', () => {
  let test: TestApp
  let search: Awaited<ReturnType<typeof openSearch>>
  let alex: Member
  let companies: string[]
  let people: { id: string; company_id: string }[]
  beforeAll(async () => {
    ;({ test } = await startAgentsApp())
    search = await openSearch({ db: test.db, folder: null, workers: 0, today: () => today })
    alex = memberOf(test, { userId: 'user_alex' })
    await givePlan(test, harbour.id, 'bkt_enterprise')
    await givePlan(test, southern.id, 'bkt_growth')
    companies = await someRecords(test, 'company', 30)
    const { body } = await test.ask('POST', '/records', { category: 'people', size: 60 })
    people = body.records
  })
  beforeEach(async () => {
    for (const table of ['signal_agent', 'agent_signal', 'signal'] as const)
      await test.db.owner.deleteFrom(table).execute()
    for (const orgId of [harbour.id, southern.id])
      await test.db.asOrg(orgId, async (trx) => {
        await trx.deleteFrom('signal_snooze').execute()
        await trx.deleteFrom('saved_item').execute()
      })
  })
  afterAll(async () => {
    await test.close()
    await search.close()
  })

  const matching = (now = () => noon) =>
    createMatching({ db: test.db, asking: createAsking(search, now), now })

  const found = async (): Promise<string[]> => {
    const rows = await test.db.owner
      .selectFrom('agent_signal as f')
      .innerJoin('signal as s', 's.id', 'f.signal_id')
      .select(['f.agent_id', 's.key'])
      .execute()
    return rows.map(({ agent_id: agent, key }) => `${agent} ${key}`).toSorted()
  }

  const company = (at = 0) => ({ id: companies[at] ?? '', name: `Company ${at}` })

  it('finds what comes after an agent was made, and once', async () => {
    await add(test, [draft('before', company())])
    const agent = await makeAgent(alex)
    await add(test, [draft('after', company())])
    await matching().matchNew()
    expect(await found()).toEqual([`${agent.id} after`])
    await add(test, [draft('after', company()), draft('later', company(1))])
    const one = matching()
    await one.matchNew()
    await one.matchNew()
    await matching().matchNew()
    expect(await found()).toEqual([`${agent.id} after`, `${agent.id} later`])
  })

  it('hears of agents that are made, changed, paused and deleted while it lives', async () => {
    const one = matching()
    const agent = await makeAgent(alex, { types: ['hiring_surge'] })
    await add(test, [draft('1', company())])
    await one.matchNew()
    const changed = watching({ types: ['funding_round'] })
    await alex.write('PUT', `/signals/agents/${agent.id}`, changed)
    await add(test, [draft('2', company()), draft('3', company(), { slug: 'funding_round' })])
    await one.matchNew()
    await alex.write('PUT', `/signals/agents/${agent.id}`, { ...changed, paused: true })
    await add(test, [draft('4', company(), { slug: 'funding_round' })])
    await one.matchNew()
    await alex.write('PUT', `/signals/agents/${agent.id}`, changed)
    await add(test, [draft('5', company(), { slug: 'funding_round' })])
    await one.matchNew()
    // What it had found as a watcher of hiring it watches for no more.
    expect(await found()).toEqual([`${agent.id} 3`, `${agent.id} 5`])
    await alex.write('DELETE', `/signals/agents/${agent.id}`)
    await add(test, [draft('6', company(), { slug: 'funding_round' })])
    await one.matchNew()
    // What it had still to tell waits, in case it is brought back.
    expect(await found()).toEqual([`${agent.id} 3`, `${agent.id} 5`])
  })

  it('goes on where a tick of many signals was broken off, and finds each once', async () => {
    const agent = await makeAgent(alex, { minConfidence: 0.5 })
    const many = Array.from({ length: 1_203 }, (_, at) =>
      draft(`many ${at}`, company(at % 30), at % 3 === 0 ? { confidence: 0.4, score: weak } : {}),
    )
    await add(test, many)
    let looks = 0
    await matching().matchNew(() => looks++ > 0)
    const part = (await found()).length
    expect(part).toBeGreaterThan(0)
    expect(part).toBeLessThan(802)
    await matching().matchNew()
    expect((await found()).length).toBe(802)
    expect(new Set(await found()).size).toBe(802)
    expect((await alex.read('/signals/agents')).body.agents).toMatchObject([
      { id: agent.id, waiting: 802 },
    ])
  })

  it('leaves out what an organisation suppresses, types a member snoozed and categories a plan has not', async () => {
    const sam = memberOf(test, { userId: 'user_sam', role: 'basic_member' })
    const [mine, theirs] = [await makeAgent(alex), await makeAgent(sam)]
    const far = memberOf(test, { orgId: southern.id })
    const other = await makeAgent(far)
    await alex.write('POST', '/lists', {
      name: 'Never',
      category: 'company',
      kind: 'suppression',
      shared: true,
      recordIds: [company(1).id],
    })
    await sam.write('PUT', '/signals/snoozes/funding_round', { until: '2026-03-20T00:00:00Z' })
    await add(test, [
      draft('plain', company()),
      draft('suppressed', company(1)),
      draft('snoozed', company(), { slug: 'funding_round' }),
    ])
    await matching().matchNew()
    expect(await found()).toEqual(
      [
        `${mine.id} plain`,
        `${mine.id} snoozed`,
        `${theirs.id} plain`,
        `${other.id} plain`,
        `${other.id} snoozed`,
        `${other.id} suppressed`,
      ].toSorted(),
    )
    await test.db.asOrg(southern.id, (trx) =>
      trx
        .updateTable('customer')
        .set({ features: JSON.stringify({ 'signal-targeting': { enabled: false } }) })
        .execute(),
    )
    await add(test, [draft('off', company())])
    await matching().matchNew()
    expect((await found()).filter((one) => one.endsWith('off')).length).toBe(2)
    await test.db.asOrg(southern.id, (trx) =>
      trx.updateTable('customer').set({ features: '{}' }).execute(),
    )
  })

  it('asks lists and saved searches as they are now', async () => {
    const one = matching()
    const list = { id: crypto.randomUUID(), name: 'Mine', category: 'company', recordIds: [] }
    await alex.write('POST', '/lists', list)
    const search = { id: crypto.randomUUID(), name: 'Found', category: 'company' }
    const filters = { company_id: [company(2).id] }
    await alex.write('POST', '/search/save', { ...search, filters })
    const [held, searched] = [
      await makeAgent(alex, { listIds: [list.id] }),
      await makeAgent(alex, { listIds: [search.id], filters: { lists: [search.id, list.id] } }),
    ]
    const all = (round: number) => [0, 1, 2].map((at) => draft(`${round} ${at}`, company(at)))
    await add(test, all(1))
    await one.matchNew()
    expect(await found()).toEqual([`${searched.id} 1 2`])
    await alex.write('POST', `/lists/${list.id}/members`, { add: [company(1).id] })
    await alex.write('PUT', `/search/saved/${search.id}/update`, {
      ...search,
      filters: { company_id: [company().id] },
      version: 1,
    })
    await add(test, all(2))
    await one.matchNew()
    expect(await found()).toEqual(
      [`${searched.id} 1 2`, `${held.id} 2 1`, `${searched.id} 2 0`].toSorted(),
    )
  })

  it(`means what the contract says, whatever agents watch for and whatever comes (seed ${seed})`, async () => {
    const list = { id: crypto.randomUUID(), name: 'Some', category: 'company' }
    await alex.write('POST', '/lists', { ...list, recordIds: companies.slice(0, 8) })
    const contacts = { id: crypto.randomUUID(), name: 'Others', category: 'people' }
    const named = people.slice(0, 15).map(({ id }) => id)
    await alex.write('POST', '/lists', { ...contacts, recordIds: named })
    const search = { id: crypto.randomUUID(), name: 'Big', category: 'company' }
    const filters = { company_size: ['51-200', '201-500', '501-1000'] }
    await alex.write('POST', '/search/save', { ...search, filters })
    const big = await test.ask('POST', '/records', { category: 'company', filters, size: 100 })
    const holds: Record<string, Set<string>> = {
      [list.id]: new Set(companies.slice(0, 8)),
      [contacts.id]: new Set(named),
      [search.id]: new Set(big.body.records.map(({ id }: { id: string }) => id)),
    }
    const world = { companies, people, lists: Object.keys(holds) }
    // As many as the largest plan has.
    const agents = fc.sample(anyAgent(world), { seed, numRuns: 100 })
    const signals = fc.sample(anySignal(world), { seed: seed + 1, numRuns: 400 })
    const ids = agents.map(() => crypto.randomUUID())
    await test.db.asOrg(harbour.id, async (trx) => {
      const { tick } = await trx.selectFrom('signal_clock').select('tick').executeTakeFirstOrThrow()
      await trx
        .insertInto('signal_agent')
        .values(
          agents.map((fields, at) => ({
            org_id: harbour.id,
            id: ids[at] ?? '',
            owner_id: 'user_alex',
            fields: JSON.stringify(fields),
            category: fields.category,
            cadence: fields.cadence,
            paused: false,
            seq: 1,
            born: tick,
          })),
        )
        .execute()
    })
    await add(
      test,
      signals.map((signal, at) => ({ ...signal, key: `${at}` })),
    )
    await matching().matchNew()
    const expected = agents.flatMap((fields, at) =>
      signals.flatMap((signal, key) => (meant(fields, signal, holds) ? [`${ids[at]} ${key}`] : [])),
    )
    expect(expected.length).toBeGreaterThan(100)
    expect(await found()).toEqual(expected.toSorted())
  })
})

const weak = [{ label: 'Heard of once', points: 40 }]

/** The plain meaning of an agent: the contract's own words, without any index. */
const meant = (
  { category, filters, types, listIds, minConfidence }: AgentFields,
  signal: SignalDraft,
  holds: Readonly<Record<string, ReadonlySet<string>>>,
): boolean => {
  const facts: SignalFacts = { ...signal, id: crypto.randomUUID(), detected_at: '' }
  const isIn = (lists: readonly string[]): boolean =>
    lists.length === 0 ||
    lists.some((id) =>
      [signal.company?.id, signal.person?.id].some((record) => holds[id]?.has(record ?? '')),
    )
  return (
    category === signal.category &&
    signal.confidence >= minConfidence &&
    (types.length === 0 || types.includes(signal.slug)) &&
    isIn(listIds) &&
    isIn(filters['lists'] ?? []) &&
    signalMeets(filters, facts, today)
  )
}

type World = {
  companies: readonly string[]
  people: readonly { id: string; company_id: string }[]
  lists: readonly string[]
}

const words = ['Head of sales', 'Site manager', 'Crane operator', 'Zürich desk', 'sales']
const topics = ['payroll', 'solar', 'crm']
const category = fc.constantFrom('company' as const, 'people' as const, 'intent' as const)

const anySignal = ({ companies, people }: World): fc.Arbitrary<SignalDraft> =>
  category.chain((of) =>
    fc
      .record({
        slug: fc.constantFrom(...typesOf(of).map(({ value }) => value)),
        company: fc.constantFrom(...companies),
        person: fc.constantFrom(...people),
        key_topics: fc.subarray(topics),
        place: fc.constantFrom('WA', 'NSW', null),
        department: fc.constantFrom('Sales', 'Finance', undefined),
        seniority: fc.constantFrom('Head', 'Director', undefined),
        title: fc.constantFrom(...words),
        days: fc.integer({ min: 0, max: 100 }),
        points: fc.integer({ min: 30, max: 100 }),
        surge: fc.integer({ min: 60, max: 100 }),
        weeks: fc.constantFrom(1, 2, 4, 12),
      })
      .map((one) => ({
        ...draft('', { id: one.company, name: 'Somebody' }),
        category: of,
        slug: one.slug,
        title: one.title,
        summary: `${one.title} wanted`,
        key_topics: one.key_topics,
        event_date: new Date(noon - one.days * 86_400_000).toISOString().slice(0, 10),
        ...(of === 'people' && {
          company: { id: one.person.company_id, name: 'Employer' },
          person: { id: one.person.id, name: 'Ann', title: one.title },
          position: one.title,
        }),
        ...(one.place !== null && { location: { country: 'AU', state: one.place } }),
        ...(one.department !== undefined && of !== 'intent' && { department: one.department }),
        ...(one.seniority !== undefined && of === 'people' && { seniority: one.seniority }),
        ...(of === 'intent' && { surge_rating: one.surge, intent_timeframe: one.weeks }),
        confidence: one.points / 100,
        score: [{ label: 'Looked at', points: one.points }],
      })),
  )

const anyAgent = ({ companies, people, lists }: World): fc.Arbitrary<AgentFields> => {
  const some = <T>(values: readonly T[]) =>
    fc.subarray([...values], { minLength: 1, maxLength: Math.min(3, values.length) })
  const chosen: Record<string, fc.Arbitrary<string[]>> = {
    location: some(['AU/WA', 'AU/NSW', 'NZ', 'AU']),
    key_topics: some(topics),
    department: some(['Sales', 'Finance']),
    company: some(companies.slice(0, 12)),
    people: some(people.slice(0, 20).map(({ id }) => id)),
    seniority: some(['Head', 'Director']),
    position: some(['head of', 'MANAGER', 'zurich']),
    'job-title': some(['sales', 'operator']),
    summary: some(['sales wanted', 'crane', '--']),
    surge_rating: some(['60-69', '90-100']),
    intent_timeframe: some(['1', '12']),
    when: some(['7', '30', '90']).map(([one]) => [one ?? '90']),
    event_date: fc.constantFrom(['2026-02-01..'], ['..2026-02-20'], ['2025-01-01..2026-03-01']),
    lists: some(lists),
  }
  const only: Record<string, readonly string[]> = {
    company: [
      'location',
      'key_topics',
      'department',
      'company',
      'summary',
      'when',
      'event_date',
      'lists',
    ],
    people: Object.keys(chosen).filter(
      (name) => !['surge_rating', 'intent_timeframe'].includes(name),
    ),
    intent: [
      'location',
      'key_topics',
      'company',
      'surge_rating',
      'intent_timeframe',
      'when',
      'lists',
    ],
  }
  return category.chain((of) =>
    fc
      .record({
        filters: fc
          .subarray([...(only[of] ?? [])], { maxLength: 3 })
          .chain((names) =>
            fc.record(
              Object.fromEntries(
                names.map((name) => [name, chosen[name] ?? fc.constant<string[]>([])]),
              ),
            ),
          ),
        types: fc.subarray(
          typesOf(of).map(({ value }) => value),
          { maxLength: of === 'intent' ? 1 : 4 },
        ),
        listIds: fc.oneof(
          { weight: 3, arbitrary: fc.constant<string[]>([]) },
          { weight: 1, arbitrary: some(lists) },
        ),
        minConfidence: fc.constantFrom(0, 0.6, 0.8),
      })
      .map((one) => watching({ ...one, category: of })),
  )
}
