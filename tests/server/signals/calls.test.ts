import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newAgent, type AgentFields } from '../../../contract/signals/agents.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { withTick } from '../../../server/records/store.ts'
import { addSignals, type SignalDraft } from '../../../server/signals/add-signals.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { colleagues, memberOf, someRecords, type Member } from '../../kit/saved-work.ts'
import { draft } from '../../kit/signals.ts'
import { removeCompanies } from '../../kit/market.ts'

const now = new Date('2026-03-03T01:00:00Z')
let test: TestApp
let team: ReturnType<typeof colleagues>
let companies: { id: string; name: string }[] = []
let divisions: (string | undefined)[] = []
let people: { id: string; name: string; company: { id: string; name: string } }[] = []
const company = (index: number) => companies[index] ?? { id: '', name: '' }
const person = (index: number) =>
  people[index] ?? { id: '', name: '', company: { id: '', name: '' } }

beforeAll(async () => {
  test = await startTestApp({ companies: 30, people: 60 })
  team = colleagues(test)
  const found = await test.ask('POST', '/records', { category: 'company', size: 10 })
  companies = found.body.records.map(({ id, name }: { id: string; name: string }) => ({ id, name }))
  divisions = found.body.records.map((record: { industry?: { l1: string } }) => record.industry?.l1)
  const rows = await test.db.owner
    .selectFrom('person')
    .select('doc')
    .orderBy('id')
    .limit(5)
    .execute()
  people = rows.map(({ doc }) => ({
    id: doc.id,
    name: doc.name,
    company: { id: doc.company_id, name: doc.company.name },
  }))
})
afterAll(() => test.close())
beforeEach(async () => {
  await flagged({})
  await test.db.owner.deleteFrom('signal').execute()
  await test.db.owner.deleteFrom('agent_signal').execute()
})

const add = (...drafts: SignalDraft[]): Promise<string[]> =>
  test.db.owner.transaction().execute((trx) => addSignals(trx, drafts, now))
const ofPerson = (key: string, about: ReturnType<typeof person>, more: Partial<SignalDraft> = {}) =>
  draft(key, about.company, {
    category: 'people',
    slug: 'job_change',
    person: { id: about.id, name: about.name },
    ...more,
  })
const flagged = (features: Record<string, boolean>, orgId: string = harbour.id) =>
  test.db.asOrg(orgId, (trx) =>
    trx
      .updateTable('customer')
      .set({
        features: JSON.stringify(
          Object.fromEntries(
            Object.entries(features).map(([flag, enabled]) => [flag, { enabled }]),
          ),
        ),
      })
      .execute(),
  )
const listSignals = (body: object, member: Member = team.alex, prefix = 'targeting') =>
  test.ask('POST', `/${prefix}/signals/records`, body, { as: member.as })
const keysOf = async (body: object, member?: Member): Promise<string[]> => {
  const answer = await listSignals({ category: 'company', ...body }, member)
  expect(answer.status).toBe(200)
  expect(answer.body.total).toBe(answer.body.signals.length)
  return answer.body.signals.map((signal: Signal) => signal.title)
}
/** These tests identify signals by their titles. */
const named = (key: string, about: { id: string; name: string }, more: Partial<SignalDraft> = {}) =>
  draft(key, about, { title: key, ...more })

describe('the signals for a member', () => {
  const mine = (member: Member) =>
    listSignals({ category: 'company', forYou: true }, member).then(({ body }) => ({
      forYou: body.forYou,
      titles: body.signals.map(({ title }: Signal) => title).sort(),
    }))

  it('are all signals without lists, and then those of readable lists', async () => {
    await add(named('a', company(0)), named('b', company(1)), named('c', company(2)))
    expect(await mine(team.sam)).toEqual({ forYou: false, titles: ['a', 'b', 'c'] })
    const { body } = await team.sam.write('POST', '/lists', {
      name: 'Own',
      category: 'company',
      recordIds: [company(1).id],
    })
    expect(await mine(team.sam)).toEqual({ forYou: true, titles: ['b'] })
    expect(await mine(team.kim)).toEqual({ forYou: false, titles: ['a', 'b', 'c'] })
    await team.sam.write('DELETE', `/lists/${body.id}`)
  })

  it('are those of good fits and of own lists once an ideal customer is described', async () => {
    const [division] = divisions
    const [other = 0, listed = 0] = companies.flatMap((_, index) =>
      divisions[index] === division ? [] : [index],
    )
    await add(
      named('fits', company(0)),
      named('does not fit', company(other)),
      named('listed', company(listed)),
    )
    const config = {
      idealCustomer: { industries: [{ division, group: null }] },
    }
    await team.alex.write('PUT', '/account-intelligence', { config, version: 0 })
    expect(await mine(team.kim)).toEqual({ forYou: true, titles: ['fits'] })
    const { body } = await team.kim.write('POST', '/lists', {
      name: 'Own',
      category: 'company',
      recordIds: [company(listed).id],
    })
    expect(await mine(team.kim)).toEqual({ forYou: true, titles: ['fits', 'listed'] })
    await team.kim.write('DELETE', `/lists/${body.id}`)
    await team.alex.write('PUT', '/account-intelligence', { config: {}, version: 1 })
    expect(await mine(team.kim)).toMatchObject({ forYou: false })
  })

  it('come without the other country, and with those of neither', async () => {
    await add(
      named('here', company(0), { location: { country: 'AU' } }),
      named('there', company(1), { location: { country: 'NZ' } }),
      named('abroad', company(2), { location: { country: 'US' } }),
    )
    expect((await keysOf({ country: 'AU' })).sort()).toEqual(['abroad', 'here'])
    expect((await keysOf({ country: 'NZ' })).sort()).toEqual(['abroad', 'there'])
  })

  it('come company by company, the company with the newest signal first', async () => {
    await add(
      named('old', company(0), { event_date: '2026-01-10' }),
      named('middle', company(1), { event_date: '2026-02-10' }),
      named('new', company(0), { event_date: '2026-03-01' }),
    )
    const sorting = [{ field: 'company', order: 'desc' }]
    expect(await keysOf({ sorting })).toEqual(['new', 'old', 'middle'])
  })
})

describe('the signal prefix of an organisation', () => {
  const body = { category: 'company' }
  const codes = async (category: string): Promise<unknown[]> => {
    const answers = []
    for (const prefix of ['core', 'targeting', 'intent'])
      answers.push((await listSignals({ category }, team.alex, prefix)).body.code ?? 'answered')
    return answers
  }

  it('follows its flags, and other prefixes return 403', async () => {
    expect(await codes('company')).toEqual(['feature-disabled', 'answered', 'feature-disabled'])
    await flagged({ 'signal-intent': true })
    expect(await codes('company')).toEqual(['answered', 'feature-disabled', 'feature-disabled'])
    await flagged({ 'signal-intent': true, 'signal-targeting': false })
    expect(await codes('intent')).toEqual(['feature-disabled', 'feature-disabled', 'answered'])
    expect(await codes('company')).toEqual(Array.from({ length: 3 }, () => 'feature-disabled'))
    await flagged({ 'signal-targeting': false })
    expect(await codes('company')).toEqual(Array.from({ length: 3 }, () => 'feature-disabled'))
  })

  it('is never empty: the bare path returns 403 with the right prefix', async () => {
    for (const features of [{}, { 'signal-intent': true }, { 'signal-targeting': false }]) {
      await flagged(features)
      const answer = await test.ask('POST', '/signals/records', body)
      expect(answer).toMatchObject({ status: 403, body: { code: 'feature-disabled' } })
    }
    await flagged({})
    expect((await test.ask('POST', '/signals/records', body)).body.detail).toContain('/targeting/')
  })

  it('applies to counts, records and Home', async () => {
    const overTime = (category: string) => test.ask('POST', '/signals/over-time', { category })
    const ofRecord = () => test.ask('GET', `/records/company/${company(0).id}/signals`)
    await add(named('a', company(0)))
    expect((await overTime('intent')).body.code).toBe('feature-disabled')
    expect((await overTime('company')).status).toBe(200)
    expect((await ofRecord()).body.total).toBe(1)
    expect((await test.ask('GET', '/homepage')).body.signals7d).toEqual({
      company: 1,
      people: 0,
      intent: null,
    })
    await flagged({ 'signal-intent': true, 'signal-targeting': false })
    expect((await ofRecord()).body.total).toBe(0)
    await flagged({ 'signal-targeting': false })
    expect((await ofRecord()).body.code).toBe('feature-disabled')
    expect((await test.ask('GET', '/homepage')).body.signals7d).toBe(null)
  })

  it('says whether a category has a source', async () => {
    await flagged({ 'signal-intent': true })
    const intent = () => listSignals({ category: 'intent' }, team.alex, 'core')
    expect((await intent()).body).toEqual({ success: true, total: 0, signals: [], sourced: false })
    const surge = { category: 'intent', slug: 'topic_surge', surge_rating: 82 } as const
    await add(draft('surge', company(0), { ...surge, event_date: '2025-01-01' }))
    expect((await intent()).body).toEqual({ success: true, total: 0, signals: [], sourced: true })
    const home = await test.ask('GET', '/homepage')
    expect(home.body.signals7d).toEqual({ company: 0, people: 0, intent: 0 })
  })
})

describe('the signals query', () => {
  it('returns complete signals of the last 90 days, newest first, ten per page', async () => {
    const days = ['2026-03-02', '2025-12-03', '2025-12-02', '2026-03-02']
    await add(
      ...days.map((event_date, n) =>
        named(`n${n}`, company(n), { event_date, ...(n === 3 && { confidence: 1, score: whole }) }),
      ),
    )
    expect(await keysOf({})).toEqual(['n3', 'n0', 'n1'])
    const { body } = await listSignals({ category: 'company', size: 1 })
    expect(body).toMatchObject({ total: 3, sourced: true })
    expect(body.signals[0]).toEqual({
      id: expect.any(String),
      detected_at: now.toISOString(),
      ...withoutKey(named('n3', company(3), { confidence: 1, score: whole })),
      company: { ...company(3), phone: expect.any(String) },
      event_date: '2026-03-02',
      agentIds: [],
      listIds: [],
      runId: null,
      seen: false,
      dismissed: false,
    })
    expect(await keysOf({ filters: { event_date: ['..2025-12-02'] } })).toEqual(['n2'])
  })

  it.each<[string, object, string]>([
    ['invalid-filter', { filters: { abn: ['1'] } }, '/filters/abn'],
    ['invalid-filter', { filters: { surge_rating: ['60-69'] } }, '/filters/surge_rating'],
    ['invalid-filter', { filters: { department: ['Sales', 'x'] } }, '/filters/department/1'],
    ['invalid-filter', { filters: { event_date: ['2026-02-31..'] } }, '/filters/event_date/0'],
    ['invalid-filter', { filters: { event_date: ['0000-01-01..'] } }, '/filters/event_date/0'],
    ['page-too-deep', { from: 9_999 }, '/from'],
  ])('refuses %s for invalid input: %j', async (code, body, pointer) => {
    const answer = await listSignals({ category: 'company', ...body })
    expect(answer).toMatchObject({ status: 422, body: { code, errors: [{ pointer }] } })
  })

  it('finds signals of list members and of a saved search’s current results', async () => {
    const unlisted = { id: crypto.randomUUID(), name: 'Elsewhere' }
    await add(
      named('listed', company(0)),
      named('of the listed person', unlisted, {
        person: { id: person(0).id, name: person(0).name },
      }),
      named('other', company(1)),
    )
    const list = await team.alex.write('POST', '/lists', {
      name: 'Watched',
      category: 'company',
      recordIds: [company(0).id],
    })
    const persons = await team.alex.write('POST', '/lists', {
      name: 'Watched people',
      category: 'people',
      recordIds: [person(0).id],
    })
    const search = await team.alex.write('POST', '/search/save', {
      name: 'By name',
      category: 'company',
      filters: { company_id: [company(1).id] },
    })
    const within = (...lists: string[]) => keysOf({ filters: { lists } })
    expect(await within(list.body.id)).toEqual(['listed'])
    expect(await within(persons.body.id)).toEqual(['of the listed person'])
    expect(await within(search.body.id)).toEqual(['other'])
    expect((await within(search.body.id, list.body.id)).toSorted()).toEqual(['listed', 'other'])
    // Another member's lists are invisible until they are shared.
    const sams = (id: string) => keysOf({ filters: { lists: [id] } }, team.sam)
    expect([await sams(list.body.id), await sams(search.body.id)]).toEqual([[], []])
    for (const { body: item } of [list, search])
      await team.alex.write('PATCH', `/lists/${item.id}`, {
        baseVersion: 1,
        changes: { shared: true },
      })
    expect([await sams(list.body.id), await sams(search.body.id)]).toEqual([['listed'], ['other']])
    const { body } = await listSignals({ category: 'company', filters: { lists: [list.body.id] } })
    expect(body.signals[0].listIds).toEqual([list.body.id])
  })

  it('leaves out suppressed companies and their people', async () => {
    await add(named('shown', company(2)), named('hidden', company(3)))
    const [worker] = await someRecords(test, 'people', 1, { company_id: [person(1).company.id] })
    await add(
      named(
        'works there',
        { id: '00000000-0000-4000-8000-000000000001', name: 'Elsewhere' },
        {
          category: 'people',
          slug: 'left_company',
          person: { id: worker ?? '', name: 'Somebody' },
        },
      ),
      ofPerson('himself', person(2), { title: 'himself' }),
    )
    const ofPeople = () => keysOf({ category: 'people' })
    expect(await keysOf({})).toHaveLength(2)
    expect(await ofPeople()).toHaveLength(2)
    const never = await team.alex.write('POST', '/lists', {
      name: 'Never',
      kind: 'suppression',
      category: 'company',
      recordIds: [company(3).id, person(1).company.id],
    })
    const nobody = await team.alex.write('POST', '/lists', {
      name: 'Nobody',
      kind: 'suppression',
      category: 'people',
      recordIds: [person(2).id],
    })
    expect(await keysOf({})).toEqual(['shown'])
    expect(await ofPeople()).toEqual([])
    const others = memberOf(test, { orgId: southern.id, userId: 'user_other' })
    expect(await keysOf({}, others)).toHaveLength(2)
    for (const { body } of [never, nobody]) await team.alex.write('DELETE', `/lists/${body.id}`)
    expect(await keysOf({})).toHaveLength(2)
  })

  it('returns an agent’s signals to its owner only', async () => {
    await add(
      named('surge', company(4), { location: { country: 'AU', state: 'WA' } }),
      named('unsure', company(4), {
        location: { country: 'AU', state: 'WA' },
        confidence: 0.5,
        score: [{ label: 'Half', points: 50 }],
      }),
      named('elsewhere', company(4), { location: { country: 'AU', state: 'NSW' } }),
      named('award', company(4), { slug: 'award', location: { country: 'AU', state: 'WA' } }),
      named('old', company(4), {
        event_date: '2026-01-10',
        location: { country: 'AU', state: 'WA' },
      }),
    )
    const agentId = await plantAgent('user_alex', {
      filters: { location: ['AU/WA'], when: ['30'] },
      types: ['hiring_surge'],
    })
    expect(await keysOf({ agentId })).toEqual(['surge'])
    expect(await keysOf({ agentId, filters: { when: ['90'] } })).toEqual(['surge', 'old'])
    expect(await keysOf({ agentId, search: 'nothing of that' })).toEqual([])
    expect((await listSignals({ category: 'people', agentId })).body.total).toBe(0)
    const stranger = await listSignals({ category: 'company', agentId }, team.sam)
    expect(stranger).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  it('returns everything that named runs delivered, even old or snoozed signals', async () => {
    const agentId = await plantAgent('user_alex', {})
    const [recentId = '', old = ''] = await add(
      named('delivered', company(5)),
      named('old', company(5), { event_date: '2025-01-01' }),
      named('not delivered', company(5)),
    )
    const runId = await plantRun('user_alex', agentId, [recentId, old])
    await team.alex.write('PUT', '/signals/snoozes/hiring_surge', { until: '2026-04-01T00:00:00Z' })
    expect(await keysOf({ incrementalRunIds: [runId] })).toEqual(['delivered', 'old'])
    expect(await keysOf({ incrementalRunIds: [runId], filters: { when: ['7'] } })).toEqual([
      'delivered',
    ])
    expect(await keysOf({ incrementalRunIds: [runId] }, team.sam)).toEqual([])
    const { body } = await listSignals({ category: 'company', incrementalRunIds: [runId] })
    expect(body.signals[0]).toMatchObject({ agentIds: [agentId], runId })
    const sams = await listSignals({ category: 'company' }, team.sam)
    expect(sams.body.signals.map((signal: Signal) => [signal.agentIds, signal.runId])).toEqual([
      [[], null],
      [[], null],
    ])
    await team.alex.write('PUT', '/signals/snoozes/hiring_surge', { until: null })
  })
})

describe('counts over time', () => {
  it('cover the last 90 days and every type, whatever is selected', async () => {
    await add(
      named('a', company(0), { event_date: '2026-03-01' }),
      named('b', company(0), { event_date: '2026-03-01', slug: 'award' }),
      named('c', company(0), { event_date: '2026-01-01' }),
      named('d', company(0), { event_date: '2025-10-01' }),
      named('e', company(1), { event_date: '2026-03-01' }),
    )
    const filters = { company: [company(0).id] }
    const counted = (more: object) =>
      test.ask('POST', '/signals/over-time', {
        category: 'company',
        filters: { ...filters, ...more },
      })
    const days = [
      { day: '2026-01-01', count: 1 },
      { day: '2026-03-01', count: 2 },
    ]
    const surges = { slug: 'hiring_surge', count: 2 }
    const award = { slug: 'award', count: 1 }
    expect((await counted({})).body).toEqual({ days, types: [surges, award] })
    const february = await counted({ event_date: ['2026-02-01..2026-03-03'] })
    expect(february.body).toEqual({ days, types: [award, { ...surges, count: 1 }] })
    const awards = await counted({ 'company-signal-type': ['award'] })
    expect(awards.body).toEqual({ days: [{ day: '2026-03-01', count: 1 }], types: [surges, award] })
  })
})

describe('the signals of a record', () => {
  it('include a company’s people, or only the person', async () => {
    const about = person(3)
    await add(
      named('older', about.company, { event_date: '2026-02-01' }),
      named('too old', about.company, { event_date: '2025-11-01' }),
      ofPerson('moved', about, { title: 'moved' }),
    )
    const titles = async (category: string, id: string) => {
      const { body } = await test.ask('GET', `/records/${category}/${id}/signals`)
      return [body.total, ...body.signals.map((signal: Signal) => signal.title)]
    }
    expect(await titles('company', about.company.id)).toEqual([2, 'moved', 'older'])
    expect(await titles('people', about.id)).toEqual([1, 'moved'])
    const { body } = await test.ask('GET', `/records/company/${about.company.id}`)
    expect(body.signals_90d).toBe(2)
    for (const category of ['company', 'people']) {
      const missing = await test.ask('GET', `/records/${category}/${crypto.randomUUID()}/signals`)
      expect(missing.status).toBe(404)
    }
  })

  it('are deleted with their company, including marks and finds', async () => {
    const removed = company(9)
    const [id = ''] = await add(named('a', removed))
    await plantRun('user_alex', await plantAgent('user_alex', {}), [id])
    await team.alex.write('POST', '/signals/acts', { ids: [id], act: 'seen' })
    await withTick(test.db, (trx, seq) => removeCompanies(trx, [removed.id], seq))
    const left = await test.db.asOrg(harbour.id, async (trx) => [
      ...(await trx.selectFrom('signal').select('id').execute()),
      ...(await trx.selectFrom('signal_mark').select('signal_id').execute()),
      ...(await trx.selectFrom('agent_signal').select('signal_id').execute()),
    ])
    expect(left).toEqual([])
  })
})

describe('marks on signals', () => {
  it('belong to one member: dismissed, restored and seen, idempotently', async () => {
    const [id = '', other = ''] = await add(named('a', company(6)), named('b', company(6)))
    const act = (what: string, ids: string[] = [id]) =>
      team.alex.write('POST', '/signals/acts', { ids, act: what })
    expect((await act('dismiss', [id, crypto.randomUUID()])).status).toBe(204)
    expect((await act('dismiss')).status).toBe(204)
    expect(await keysOf({})).toEqual(['b'])
    expect(await keysOf({}, team.sam)).toHaveLength(2)
    await act('restore', [id, other])
    await act('seen')
    const { body } = await listSignals({
      category: 'company',
      filters: { company: [company(6).id] },
    })
    expect(
      body.signals
        .map((signal: Signal) => [signal.title, signal.seen, signal.dismissed])
        .toSorted(),
    ).toEqual([
      ['a', true, false],
      ['b', false, false],
    ])
    const marks = await test.db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('signal_mark').select('signal_id').execute(),
    )
    expect(marks).toEqual([{ signal_id: id }])
  })

  it('snooze a type for a while, except when it is requested by name', async () => {
    await add(named('a', company(7)), named('b', company(7), { slug: 'award' }))
    const until = '2026-05-01T00:00:00.000Z'
    const snoozed = await team.alex.write('PUT', '/signals/snoozes/award', { until })
    expect(snoozed).toMatchObject({ status: 200, body: [{ slug: 'award', until }] })
    expect((await team.alex.read('/signals/snoozes')).body).toEqual([{ slug: 'award', until }])
    expect((await team.sam.read('/signals/snoozes')).body).toEqual([])
    expect(await keysOf({})).toEqual(['a'])
    expect(await keysOf({ filters: { 'company-signal-type': ['award'] } })).toEqual(['b'])
    expect(await keysOf({}, team.sam)).toHaveLength(2)
    const later = await team.alex.write('PUT', '/signals/snoozes/award', {
      until: '2026-03-03T01:00:00Z',
    })
    expect(later.body).toEqual([])
    await team.alex.write('PUT', '/signals/snoozes/award', { until })
    const ended = await team.alex.write('PUT', '/signals/snoozes/award', { until: null })
    expect(ended.body).toEqual([])
    expect(await keysOf({})).toHaveLength(2)
  })

  it.each<[string, string | null, string]>([
    ['made_up', '2026-04-01T00:00:00Z', '/slug'],
    ['made_up', null, '/slug'],
    ['award', '2027-06-01T00:00:00Z', '/until'],
  ])('are refused if invalid: %s until %s', async (slug, until, pointer) => {
    const answer = await team.alex.write('PUT', `/signals/snoozes/${slug}`, { until })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
  })
})

const whole = [{ label: 'Everything', points: 100 }]

const withoutKey = (signal: SignalDraft): object => ({ ...signal, key: undefined })

const plantAgent = async (ownerId: string, fields: Partial<AgentFields>): Promise<string> => {
  const id = crypto.randomUUID()
  await test.db.asOrg(harbour.id, (trx) =>
    trx
      .insertInto('signal_agent')
      .values({
        org_id: harbour.id,
        id,
        owner_id: ownerId,
        fields: JSON.stringify({ ...newAgent, name: 'Agent', ...fields }),
        category: 'company',
        cadence: 'instant',
        paused: false,
        seq: 1,
        born: 0,
      })
      .execute(),
  )
  return id
}

const plantRun = async (
  ownerId: string,
  agentId: string,
  signalIds: readonly string[],
): Promise<string> => {
  const id = crypto.randomUUID()
  await test.db.asOrg(harbour.id, async (trx) => {
    const own = { org_id: harbour.id, agent_id: agentId }
    await trx
      .insertInto('agent_run')
      .values({ ...own, id, owner_id: ownerId, at: now, signal_count: signalIds.length })
      .execute()
    for (const signalId of signalIds)
      await trx
        .insertInto('agent_signal')
        .values({ ...own, signal_id: signalId, run_id: id })
        .execute()
  })
  return id
}
