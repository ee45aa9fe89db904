import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgentFields } from '../../../contract/signals/agents.ts'
import { runDueAgents } from '../../../server/agents/run-agent.ts'
import { titleOf } from '../../../server/agents/run-title.ts'
import { harbour, type TestApp } from '../../kit/app.ts'
import {
  add,
  givePlan,
  makeAgent,
  noon,
  startAgentsApp,
  titles,
  agentDraft,
} from '../../kit/agents.ts'
import { createDevice } from '../../kit/feed-device.ts'
import { colleagues, someRecords, type Member } from '../../kit/saved-work.ts'
import { draft } from '../../kit/signals.ts'

const hour = 3_600_000
const night = { from: 19 * 60, until: 7 * 60 }

describe('running an agent', () => {
  let test: TestApp
  let clock: { at: number }
  let alex: Member
  let sam: Member
  let company: { id: string; name: string }
  let count = 0
  beforeAll(async () => {
    ;({ test, clock } = await startAgentsApp())
    ;({ alex, sam } = colleagues(test))
    await givePlan(test, harbour.id, 'bkt_growth')
    const [id = ''] = await someRecords(test, 'company', 1)
    company = { id, name: 'Perth Builders' }
  })
  beforeEach(async () => {
    clock.at = noon
    await test.db.owner.deleteFrom('agent_signal').execute()
    await test.db.owner.deleteFrom('signal_agent').execute()
    await test.db.asOrg(harbour.id, async (trx) => {
      await trx.deleteFrom('agent_run').execute()
      await trx.deleteFrom('notice').execute()
      await trx.deleteFrom('signal_snooze').execute()
      await trx.deleteFrom('signal_mark').execute()
    })
  })
  afterAll(() => test.close())

  /** For every agent. */
  const findSomething = async () => {
    const now = new Date(clock.at)
    const ids = await add(test, [draft(`found ${count++}`, company)], clock.at)
    await sql`insert into agent_signal (org_id, agent_id, signal_id, found_at)
      select a.org_id, a.id, s, ${now} from signal_agent a, unnest(${ids}::uuid[]) as s`.execute(
      test.db.owner,
    )
    await test.db.owner.updateTable('signal_agent').set({ due_at: now }).execute()
    return { db: test.db, now: () => clock.at, email: false }
  }

  it('runs the agents that no other process is running, without waiting', async (context) => {
    if (test.db.kind === 'pglite') context.skip('one connection: transactions follow each other')
    const [first, second] = [await makeAgent(alex), await makeAgent(sam)]
    const parts = await findSomething()
    await test.db.owner.transaction().execute(async (trx) => {
      await trx
        .selectFrom('signal_agent')
        .select('id')
        .where('id', '=', first.id)
        .forUpdate()
        .execute()
      expect(await runDueAgents(parts)).toBe(1)
    })
    const ran = await test.db.owner
      .selectFrom('signal_agent')
      .select('id')
      .where('last_run_at', 'is not', null)
      .execute()
    expect(ran).toEqual([{ id: second.id }])
    expect(await runDueAgents(parts)).toBe(1)
  })

  it('leaves agents to the process that claimed them, and takes over a minute later', async () => {
    await makeAgent(alex)
    const parts = await findSomething()
    const until = new Date(clock.at + 60_000)
    await test.db.owner.updateTable('signal_agent').set({ claimed_until: until }).execute()
    expect(await runDueAgents(parts)).toBe(0)
    clock.at += 60_000
    expect(await runDueAgents(parts)).toBe(1)
  })

  const come = async (many: number, slug = 'hiring_surge'): Promise<string[]> => {
    const drafts = Array.from({ length: many }, () => draft(`come ${count++}`, company, { slug }))
    const ids = await add(test, drafts, clock.at)
    await test.work()
    return ids
  }
  const pass = async (hours: number): Promise<void> => {
    clock.at += hours * hour
    await test.work()
  }
  const own = async (): Promise<AgentFields & { id: string; lastRunAt: string; waiting: number }> =>
    (await alex.read('/signals/agents')).body.agents[0]

  it('delivers new signals at once, with a link to them', async () => {
    const agent = await makeAgent(alex, { name: 'Perth builders' })
    const ids = await come(12)
    const { body } = await alex.read('/notices')
    expect(body.unread).toBe(1)
    expect(body.notices).toMatchObject([
      {
        title: '12 new hiring surges',
        agentName: 'Perth builders',
        at: new Date(noon).toISOString(),
        readAt: null,
        opens: {
          agentId: agent.id,
          listIds: [],
          signalType: { slug: 'hiring_surge', category: 'company' },
          signalCount: 12,
        },
      },
    ])
    const [runId] = body.notices[0].opens.incrementalRunIds
    expect((await alex.read(`/signals/agents/${agent.id}/runs`)).body).toEqual([
      { id: runId, at: new Date(noon).toISOString(), signalCount: 12, tasks: null },
    ])
    const opened = await alex.write('POST', '/targeting/signals/records', {
      category: 'company',
      agentId: agent.id,
      incrementalRunIds: [runId],
      size: 100,
    })
    expect(opened.body.total).toBe(12)
    expect(opened.body.signals.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      ids.toSorted(),
    )
    expect(opened.body.signals[0]).toMatchObject({ runId, agentIds: [agent.id] })
    expect(await own()).toMatchObject({ waiting: 0, lastRunAt: new Date(noon).toISOString() })
    expect((await sam.read('/notices')).body).toEqual({ unread: 0, notices: [] })
  })

  it('syncs the run to the owner’s devices', async () => {
    await makeAgent(alex)
    const device = createDevice(alex)
    await device.pull()
    await come(1)
    await device.pull()
    expect([...device.agents.values()]).toMatchObject([
      { lastRunAt: new Date(noon).toISOString(), waiting: 0 },
    ])
  })

  it('names no type if signals have different types', async () => {
    await makeAgent(alex)
    await add(test, [draft(`come ${count++}`, company, { slug: 'funding_round' })], clock.at)
    await come(2)
    const { body } = await alex.read('/notices')
    expect(body.notices[0]).toMatchObject({
      title: '3 new signals',
      opens: { signalType: { slug: null, category: 'company' } },
    })
  })

  it('waits for the end of quiet hours and delivers everything together', async () => {
    await makeAgent(alex, { quiet: night })
    clock.at = noon + 8 * hour
    await come(1)
    await pass(2)
    await come(2)
    expect(await titles(alex)).toEqual([])
    expect(await own()).toMatchObject({ waiting: 3 })
    await pass(8.99)
    expect(await titles(alex)).toEqual([])
    await pass(0.01)
    expect(await titles(alex)).toEqual(['3 new hiring surges'])
  })

  it('ignores quiet hours for a new agent’s first notification', async () => {
    clock.at = noon + 10 * hour
    await makeAgent(alex, { quiet: night })
    await come(1)
    expect(await titles(alex)).toEqual(['1 new hiring surge'])
    await come(2)
    expect((await titles(alex)).length).toBe(1)
    await makeAgent(sam, { quiet: night })
    await pass(0.25)
    await come(1)
    expect(await titles(sam)).toEqual([])
  })

  it('delays signals beyond the daily limit to the next day', async () => {
    await makeAgent(alex, { mostADay: 2 })
    for (const many of [1, 2, 3, 4]) {
      await come(many)
      await pass(0.5)
    }
    expect(await titles(alex)).toEqual(['2 new hiring surges', '1 new hiring surge'])
    await pass(12)
    expect((await titles(alex))[0]).toBe('7 new hiring surges')
  })

  it('delivers daily at half past seven, and weekly on Mondays', async () => {
    await makeAgent(alex, { cadence: 'daily', name: 'Daily' })
    await makeAgent(sam, { cadence: 'weekly', name: 'Weekly' })
    await come(1)
    await pass(19)
    expect(await titles(alex)).toEqual([])
    await pass(0.5)
    expect(await titles(alex)).toEqual(['1 new hiring surge'])
    await pass(1)
    await come(2)
    await pass(23)
    expect(await titles(alex)).toEqual(['2 new hiring surges', '1 new hiring surge'])
    expect(await titles(sam)).toEqual([])
    await pass(4 * 24)
    expect(await titles(sam)).toEqual(['3 new hiring surges'])
    expect((await titles(alex)).length).toBe(2)
  })

  it('delivers at half past seven in the time zone of the agent', async () => {
    await makeAgent(alex, { cadence: 'daily', timeZone: 'Australia/Perth' })
    await come(1)
    await pass(22)
    expect(await titles(alex)).toEqual([])
    await pass(0.5)
    expect(await titles(alex)).toEqual(['1 new hiring surge'])
  })

  it('delivers nothing while paused, and afterwards what was found before', async () => {
    const { id } = await makeAgent(alex, { quiet: night })
    clock.at = noon + 8 * hour
    await come(1)
    await alex.write('PUT', `/signals/agents/${id}`, agentDraft({ paused: true }))
    await come(5)
    await pass(24)
    expect(await titles(alex)).toEqual([])
    await alex.write('PUT', `/signals/agents/${id}`, agentDraft())
    await test.work()
    expect(await titles(alex)).toEqual(['1 new hiring surge'])
  })

  it('delivers earlier after a change of settings allows it', async () => {
    const { id } = await makeAgent(alex, { cadence: 'weekly' })
    await come(4)
    await alex.write('PUT', `/signals/agents/${id}`, agentDraft({ cadence: 'instant' }))
    await test.work()
    expect(await titles(alex)).toEqual(['4 new hiring surges'])
  })

  it('delivers on demand whatever the settings, and nothing without new signals', async () => {
    const agent = await makeAgent(alex, { cadence: 'weekly', quiet: { from: 0, until: 1439 } })
    const empty = await alex.write('POST', `/signals/agents/${agent.id}/run`)
    expect(empty).toMatchObject({ status: 200, body: { run: null } })
    await come(3)
    const key = crypto.randomUUID()
    const run = await alex.write('POST', `/signals/agents/${agent.id}/run`, {}, key)
    expect(run.body.run).toMatchObject({ signalCount: 3 })
    const again = await alex.write('POST', `/signals/agents/${agent.id}/run`, {}, key)
    expect(again.body).toEqual(run.body)
    expect(await titles(alex)).toEqual(['3 new hiring surges'])
    expect((await alex.write('POST', `/signals/agents/${agent.id}/run`)).body.run).toBeNull()
  })

  it('leaves out what was dismissed, snoozed or suppressed since it was found', async () => {
    await makeAgent(alex, { cadence: 'daily' })
    const [dismissed] = await come(2)
    await come(1, 'funding_round')
    await alex.write('POST', '/signals/acts', { ids: [dismissed], act: 'dismiss' })
    await alex.write('PUT', '/signals/snoozes/funding_round', { until: '2026-03-20T00:00:00Z' })
    await pass(24)
    expect(await titles(alex)).toEqual(['1 new hiring surge'])
  })

  it('waits while the organisation lacks the signal category', async () => {
    const set = (enabled: boolean) =>
      test.db.asOrg(harbour.id, (trx) =>
        trx
          .updateTable('customer')
          .set({ features: JSON.stringify({ 'signal-targeting': { enabled } }) })
          .execute(),
      )
    const { id } = await makeAgent(alex, { cadence: 'daily' })
    await come(1)
    await set(false)
    await pass(24)
    expect(await titles(alex)).toEqual([])
    expect((await alex.write('POST', `/signals/agents/${id}/run`)).status).toBe(403)
    await set(true)
    await pass(1)
    expect(await titles(alex)).toEqual(['1 new hiring surge'])
  })

  it('previews what the agent would have delivered by its own rules', async () => {
    await test.db.owner.deleteFrom('signal').execute()
    for (const [day, many] of [3, 1, 2].entries()) {
      clock.at = noon - (3 - day) * 24 * hour
      await come(many)
    }
    clock.at = noon
    const { name: _, ...fields } = agentDraft({ quiet: night, minConfidence: 0.6 })
    const { status, body } = await test.ask('POST', '/signals/agents/preview', fields)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      total: 6,
      notices: 3,
      fullDays: 0,
      days: [{ day: '2026-03-01', count: 6 }],
    })
    expect(body.sample.length).toBe(5)
    const weekly = await test.ask('POST', '/signals/agents/preview', {
      ...fields,
      cadence: 'weekly',
    })
    expect(weekly.body).toMatchObject({ total: 6, notices: 1 })
    const none = await test.ask('POST', '/signals/agents/preview', {
      ...fields,
      minConfidence: 0.9,
    })
    expect(none.body).toEqual({ total: 0, notices: 0, fullDays: 0, days: [], sample: [] })
  })

  it('adds what it finds within a minute to the same notification, until that is read', async () => {
    await makeAgent(alex)
    await come(1)
    clock.at += 40_000
    await come(1)
    const { body } = await alex.read('/notices')
    expect(body).toMatchObject({
      unread: 1,
      notices: [{ title: '2 new hiring surges', at: new Date(noon).toISOString() }],
    })
    const { incrementalRunIds, signalCount } = body.notices[0].opens
    expect([new Set(incrementalRunIds).size, signalCount]).toEqual([2, 2])
    clock.at += 10_000
    await alex.write('POST', '/notices/read', { upTo: new Date(clock.at).toISOString() })
    await come(1)
    expect(await titles(alex)).toEqual(['1 new hiring surge', '2 new hiring surges'])
  })

  it('titles the notification by what is new', () => {
    const said = (...types: [string, number][]) => titleOf(new Map(types))
    expect([
      said(['hiring_surge', 12]),
      said(['hiring_surge', 1]),
      said(['ipo_listing', 1]),
      said(['left_company', 2]),
      said(['left_company', 1]),
      said(['topic_surge', 1204]),
      said(['award', 1], ['acquisition', 1]),
    ]).toEqual([
      '12 new hiring surges',
      '1 new hiring surge',
      '1 new exchange listing',
      '2 people who left',
      '1 person who left',
      '1,204 new topic surges',
      '2 new signals',
    ])
  })
})
