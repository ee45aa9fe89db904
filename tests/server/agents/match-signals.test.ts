import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgentFields } from '../../../contract/signals/agents.ts'
import { signalMeets, type SignalFacts } from '../../../contract/signals/signal-filters.ts'
import { typesOf } from '../../../contract/signals/signal-types.ts'
import { createSignalMatcher } from '../../../server/agents/match-signals.ts'
import type { SignalDraft } from '../../../server/signals/add-signals.ts'
import { createQueryResolver } from '../../../server/saved-work/resolve-query.ts'
import { openBitmaps } from '../../../server/search/bitmap-engine.ts'
import { harbour, southern, today, type TestApp } from '../../kit/app.ts'
import {
  add,
  givePlan,
  makeAgent,
  memberOf,
  noon,
  startAgentsApp,
  agentDraft,
} from '../../kit/agents.ts'
import { someRecords, type Member } from '../../kit/saved-work.ts'
import { draft } from '../../kit/signals.ts'
import { dayMs, dayOf } from '../../../contract/core/days.ts'

const seed = Number(process.env.AGENTS_SEED ?? Date.now() % 1_000_000)

describe('matching signals with agents', () => {
  let test: TestApp
  let search: Awaited<ReturnType<typeof openBitmaps>>
  let alex: Member
  let companies: string[]
  let people: { id: string; company_id: string }[]
  beforeAll(async () => {
    ;({ test } = await startAgentsApp())
    search = await openBitmaps({ db: test.db, folder: null, workers: 0, today: () => today })
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
    createSignalMatcher({ db: test.db, resolver: createQueryResolver(search, now), now })

  const found = async (): Promise<string[]> => {
    const rows = await test.db.owner
      .selectFrom('agent_signal as f')
      .innerJoin('signal as s', 's.id', 'f.signal_id')
      .select(['f.agent_id', 's.key'])
      .execute()
    return rows.map(({ agent_id: agent, key }) => `${agent} ${key}`).toSorted()
  }

  const company = (at = 0) => ({ id: companies[at] ?? '', name: `Company ${at}` })

  it('finds signals after an agent’s creation, once', async () => {
    await add(test, [draft('before', company())])
    const agent = await makeAgent(alex)
    await add(test, [draft('after', company())])
    await matching().matchNew()
    expect(await found()).toEqual([`${agent.id} after`])
    await add(test, [draft('after', company()), draft('later', company(1))])
    const matcher = matching()
    await matcher.matchNew()
    await matcher.matchNew()
    await matching().matchNew()
    expect(await found()).toEqual([`${agent.id} after`, `${agent.id} later`])
  })

  it('notices agents that are created, changed, paused and deleted while it runs', async () => {
    const matcher = matching()
    const agent = await makeAgent(alex, { types: ['hiring_surge'] })
    await add(test, [draft('1', company())])
    await matcher.matchNew()
    const changed = agentDraft({ types: ['funding_round'] })
    await alex.write('PUT', `/signals/agents/${agent.id}`, changed)
    await add(test, [draft('2', company()), draft('3', company(), { slug: 'funding_round' })])
    await matcher.matchNew()
    await alex.write('PUT', `/signals/agents/${agent.id}`, { ...changed, paused: true })
    await add(test, [draft('4', company(), { slug: 'funding_round' })])
    await matcher.matchNew()
    await alex.write('PUT', `/signals/agents/${agent.id}`, changed)
    await add(test, [draft('5', company(), { slug: 'funding_round' })])
    await matcher.matchNew()
    // The agent no longer watches for the hiring signals that it found.
    expect(await found()).toEqual([`${agent.id} 3`, `${agent.id} 5`])
    await alex.write('DELETE', `/signals/agents/${agent.id}`)
    await add(test, [draft('6', company(), { slug: 'funding_round' })])
    await matcher.matchNew()
    // Waiting signals stay in case the agent is restored.
    expect(await found()).toEqual([`${agent.id} 3`, `${agent.id} 5`])
  })

  it('resumes within a tick of many signals and finds each once', async () => {
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

  it('leaves out suppressed records, snoozed types and categories outside the plan', async () => {
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
    expect((await found()).filter((match) => match.endsWith('off')).length).toBe(2)
    await test.db.asOrg(southern.id, (trx) =>
      trx.updateTable('customer').set({ features: '{}' }).execute(),
    )
  })

  it('uses current lists and saved searches', async () => {
    const matcher = matching()
    const list = { id: crypto.randomUUID(), name: 'Mine', category: 'company', recordIds: [] }
    await alex.write('POST', '/lists', list)
    const search = { id: crypto.randomUUID(), name: 'Found', category: 'company' }
    const filters = { company_id: [company(2).id] }
    await alex.write('POST', '/search/save', { ...search, filters })
    const [listAgent, searchAgent] = [
      await makeAgent(alex, { listIds: [list.id] }),
      await makeAgent(alex, { listIds: [search.id], filters: { lists: [search.id, list.id] } }),
    ]
    const all = (round: number) => [0, 1, 2].map((at) => draft(`${round} ${at}`, company(at)))
    await add(test, all(1))
    await matcher.matchNew()
    expect(await found()).toEqual([`${searchAgent.id} 1 2`])
    await alex.write('POST', `/lists/${list.id}/members`, { add: [company(1).id] })
    await alex.write('PUT', `/search/saved/${search.id}/update`, {
      ...search,
      filters: { company_id: [company().id] },
      version: 1,
    })
    await add(test, all(2))
    await matcher.matchNew()
    expect(await found()).toEqual(
      [`${searchAgent.id} 1 2`, `${listAgent.id} 2 1`, `${searchAgent.id} 2 0`].toSorted(),
    )
  })

  it(`equals the contract’s evaluator for random agents and signals (seed ${seed})`, async () => {
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
    // The limit of the largest plan.
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
      signals.flatMap((signal, key) =>
        isMatch(fields, signal, holds) ? [`${ids[at]} ${key}`] : [],
      ),
    )
    expect(expected.length).toBeGreaterThan(100)
    expect(await found()).toEqual(expected.toSorted())
  })
})

const weak = [{ label: 'Heard of once', points: 40 }]

const isMatch = (
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

const jobTitles = ['Head of sales', 'Site manager', 'Crane operator', 'Zürich desk', 'sales']
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
        state: fc.constantFrom('WA', 'NSW', null),
        department: fc.constantFrom('Sales', 'Finance', undefined),
        seniority: fc.constantFrom('Head', 'Director', undefined),
        title: fc.constantFrom(...jobTitles),
        days: fc.integer({ min: 0, max: 100 }),
        points: fc.integer({ min: 30, max: 100 }),
        surge: fc.integer({ min: 60, max: 100 }),
        weeks: fc.constantFrom(1, 2, 4, 12),
      })
      .map((fields) => ({
        ...draft('', { id: fields.company, name: 'Somebody' }),
        category: of,
        slug: fields.slug,
        title: fields.title,
        summary: `${fields.title} wanted`,
        key_topics: fields.key_topics,
        event_date: dayOf(noon - fields.days * dayMs),
        ...(of === 'people' && {
          company: { id: fields.person.company_id, name: 'Employer' },
          person: { id: fields.person.id, name: 'Ann', title: fields.title },
          position: fields.title,
        }),
        ...(fields.state !== null && { location: { country: 'AU', state: fields.state } }),
        ...(fields.department !== undefined &&
          of !== 'intent' && { department: fields.department }),
        ...(fields.seniority !== undefined && of === 'people' && { seniority: fields.seniority }),
        ...(of === 'intent' && { surge_rating: fields.surge, intent_timeframe: fields.weeks }),
        confidence: fields.points / 100,
        score: [{ label: 'Looked at', points: fields.points }],
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
    when: some(['7', '30', '90']).map(([days]) => [days ?? '90']),
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
      .map((fields) => agentDraft({ ...fields, category: of })),
  )
}
