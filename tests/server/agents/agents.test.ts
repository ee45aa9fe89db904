import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endAgents } from '../../../server/agents/end-agents.ts'
import { harbour, southern, type TestApp } from '../../kit/app.ts'
import {
  add,
  givePlan,
  makeAgent,
  memberOf,
  startAgentsApp,
  titles,
  agentDraft,
} from '../../kit/agents.ts'
import { createDevice } from '../../kit/feed-device.ts'
import { colleagues, type Member } from '../../kit/saved-work.ts'
import { draft } from '../../kit/signals.ts'

describe('endpoints of agents', () => {
  let test: TestApp
  let clock: { at: number }
  let alex: Member
  let sam: Member
  beforeAll(async () => {
    ;({ test, clock } = await startAgentsApp())
    ;({ alex, sam } = colleagues(test))
    await givePlan(test, harbour.id, 'bkt_growth')
  })
  beforeEach(async () => {
    for (const table of ['signal_agent', 'agent_signal', 'agent_run', 'notice'] as const)
      await test.db.owner.deleteFrom(table).execute()
  })
  afterAll(() => test.close())

  it('create an agent, change it and delete it', async () => {
    const created = await alex.write('POST', '/signals/agents', agentDraft({ name: ' Builders ' }))
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'Builders', version: 1, lastRunAt: null, waiting: 0, category: 'company' },
    })
    const { id } = created.body
    const changed = agentDraft({ name: 'Builders, WA', filters: { location: ['AU/WA'] } })
    expect(await alex.write('PUT', `/signals/agents/${id}`, changed)).toMatchObject({
      status: 200,
      body: { name: 'Builders, WA', version: 2, filters: { location: ['AU/WA'] } },
    })
    expect((await alex.read('/signals/agents')).body).toMatchObject({
      agents: [{ id, version: 2 }],
      most: 20,
      used: 1,
      timeZone: 'Australia/Sydney',
      email: false,
    })
    expect((await alex.write('DELETE', `/signals/agents/${id}`)).status).toBe(204)
    expect((await alex.write('DELETE', `/signals/agents/${id}`)).status).toBe(204)
    expect((await alex.read('/signals/agents')).body.agents).toEqual([])
    const late = await alex.write('PUT', `/signals/agents/${id}`, changed)
    expect(late).toMatchObject({ status: 410, body: { code: 'deleted' } })
  })

  it('create an agent once per id', async () => {
    const agent = { ...agentDraft(), id: crypto.randomUUID() }
    const first = await alex.write('POST', '/signals/agents', agent)
    const second = await alex.write('POST', '/signals/agents', { ...agent, name: 'Second' })
    expect(second.body).toEqual(first.body)
    expect((await alex.read('/signals/agents')).body.used).toBe(1)
    expect((await sam.write('POST', '/signals/agents', agent)).status).toBe(404)
  })

  it('hide an agent from other members, including admins', async () => {
    const { id } = await makeAgent(sam)
    expect((await alex.read('/signals/agents')).body).toMatchObject({ agents: [], used: 1 })
    const tries = await Promise.all([
      alex.write('PUT', `/signals/agents/${id}`, agentDraft()),
      alex.write('DELETE', `/signals/agents/${id}`),
      alex.write('POST', `/signals/agents/${id}/run`),
      alex.read(`/signals/agents/${id}/runs`),
    ])
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await sam.read('/signals/agents')).body.agents).toMatchObject([{ id, version: 1 }])
  })

  it('allow as many agents as the plan has for the whole organisation', async () => {
    const southerner = memberOf(test, { orgId: southern.id, userId: 'user_south' })
    const colleague = memberOf(test, { orgId: southern.id, userId: 'user_other' })
    const first = await makeAgent(southerner)
    const second = await colleague.write('POST', '/signals/agents', agentDraft())
    expect(second).toMatchObject({
      status: 422,
      body: { code: 'invalid-input', errors: [{ code: 'too-many' }] },
    })
    expect(second.body.detail).toBe('Your organisation’s plan includes 1 agent, and it’s in use.')
    await southerner.write('DELETE', `/signals/agents/${first.id}`)
    await makeAgent(colleague)
  })

  it('suspend the newest agents after a plan became smaller, until the limit allows them', async () => {
    const [first, second, third] = [
      await makeAgent(alex, { name: 'First' }),
      await makeAgent(sam, { name: 'Second' }),
      await makeAgent(alex, { name: 'Third' }),
    ]
    const come = async (key: string): Promise<void> => {
      await add(test, [draft(key, { id: crypto.randomUUID(), name: key })], (clock.at += 11_000))
      await test.work()
    }
    const resting = async (member: Member): Promise<string[]> =>
      (await member.read('/signals/agents')).body.resting
    const readLastRuns = async (): Promise<(string | null)[]> =>
      [...(await alex.read('/signals/agents')).body.agents].map((agent) => agent.lastRunAt)
    await givePlan(test, harbour.id, 'bkt_trial')
    try {
      expect(await resting(alex)).toEqual([third.id])
      expect(await resting(sam)).toEqual([second.id])
      await come('one')
      expect((await readLastRuns()).map((at) => at !== null)).toEqual([true, false])
      expect(await titles(sam)).toEqual([])
      const tap = await alex.write('POST', `/signals/agents/${third.id}/run`)
      expect(tap).toMatchObject({ status: 403, body: { code: 'feature-disabled' } })
      await alex.write('PUT', `/signals/agents/${first.id}`, agentDraft({ paused: true }))
      expect(await resting(sam)).toEqual([])
      await come('two')
      expect(await titles(sam)).toEqual(['1 new hiring surge'])
      expect(await resting(alex)).toEqual([third.id])
    } finally {
      await givePlan(test, harbour.id, 'bkt_growth')
    }
    await come('three')
    expect((await readLastRuns()).map((at) => at !== null)).toEqual([true, true])
  })

  it('restore a deleted agent with its runs and waiting signals', async () => {
    const come = (key: string) =>
      add(test, [draft(key, { id: crypto.randomUUID(), name: key })], clock.at)
    const { id: deleted } = await makeAgent(alex)
    await come('delivered before')
    await test.work()
    const runs = (await alex.read(`/signals/agents/${deleted}/runs`)).body
    await alex.write('PUT', `/signals/agents/${deleted}`, { ...agentDraft(), cadence: 'weekly' })
    await come('not delivered yet')
    await test.work()
    await alex.write('DELETE', `/signals/agents/${deleted}`)
    const again = await alex.write('POST', '/signals/agents', {
      ...agentDraft({ cadence: 'weekly' }),
      id: crypto.randomUUID(),
      goesOnFrom: deleted,
    })
    const { id } = again.body
    expect(again).toMatchObject({ status: 201, body: { waiting: 1, lastRunAt: runs[0].at } })
    expect((await alex.read(`/signals/agents/${id}/runs`)).body).toEqual(runs)
    const [notice] = (await alex.read('/notices')).body.notices
    expect(notice.opens).toMatchObject({ agentId: id, incrementalRunIds: [runs[0].id] })
    expect((await alex.write('POST', `/signals/agents/${id}/run`)).body).toMatchObject({
      run: { signalCount: 1 },
    })
    const stolen = await sam.write('POST', '/signals/agents', {
      ...agentDraft(),
      goesOnFrom: deleted,
    })
    expect(stolen).toMatchObject({ status: 201, body: { waiting: 0, lastRunAt: null } })
    const living = await alex.write('POST', '/signals/agents', { ...agentDraft(), goesOnFrom: id })
    expect(living.body).toMatchObject({ waiting: 0, lastRunAt: null })
    expect((await alex.read(`/signals/agents/${id}/runs`)).body).toHaveLength(2)
  })

  it.each([
    ['a filter there is none of', { filters: { abn: ['1'] } }, '/filters/abn'],
    ['a filter of another category', { filters: { seniority: ['Head'] } }, '/filters/seniority'],
    ['a value there is none of', { filters: { department: ['Magic'] } }, '/filters/department/0'],
    ['a place there is none of', { filters: { location: ['AU/XX'] } }, '/filters/location/0'],
    ['a type of another category', { types: ['hiring_surge', 'promotion'] }, '/types/1'],
    ['an unknown list', { listIds: ['7c9e6679-0000-4000-8000-00000000ffff'] }, '/listIds/0'],
    [
      'an unknown list among its filters',
      { filters: { lists: ['7c9e6679-0000-4000-8000-00000000ffff'] } },
      '/filters/lists/0',
    ],
  ])('point at %s', async (_, wrong, pointer) => {
    const agent = agentDraft(wrong)
    const { id } = await makeAgent(alex)
    for (const [method, path] of [
      ['POST', '/signals/agents'],
      ['PUT', `/signals/agents/${id}`],
      ['POST', '/signals/agents/preview'],
    ] as const) {
      const { status, body } = await alex.write(method, path, agent)
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([
        422,
        'invalid-filter',
        pointer,
      ])
    }
  })

  it('accept another member’s list only if it is shared, and keep a deleted one', async () => {
    const list = (shared: boolean) => ({
      id: crypto.randomUUID(),
      name: `Builders ${shared}`,
      category: 'company',
      shared,
      recordIds: [],
    })
    const [hidden, shared] = [list(false), list(true)]
    await sam.write('POST', '/lists', hidden)
    await sam.write('POST', '/lists', shared)
    const refused = await alex.write(
      'POST',
      '/signals/agents',
      agentDraft({ listIds: [shared.id, hidden.id] }),
    )
    expect(refused.body.errors).toMatchObject([{ pointer: '/listIds/1' }])
    const agent = await makeAgent(alex, { listIds: [shared.id] })
    await sam.write('DELETE', `/lists/${shared.id}`)
    const paused = agentDraft({ listIds: [shared.id], paused: true })
    expect((await alex.write('PUT', `/signals/agents/${agent.id}`, paused)).body).toMatchObject({
      paused: true,
      version: 2,
    })
  })

  it('refuse a category that the organisation does not have', async () => {
    const intent = await alex.write('POST', '/signals/agents', agentDraft({ category: 'intent' }))
    expect(intent).toMatchObject({ status: 403, body: { code: 'feature-disabled' } })
  })

  it('sync every change to the owner’s devices only', async () => {
    const [own, other] = [createDevice(alex), createDevice(sam)]
    const { id } = await makeAgent(alex)
    await own.pull()
    await other.pull()
    expect([...own.agents.values()]).toMatchObject([{ id, name: 'Everything', version: 1 }])
    await alex.write('PUT', `/signals/agents/${id}`, agentDraft({ name: 'Changed' }))
    await own.pull()
    expect([...own.agents.values()]).toMatchObject([{ id, name: 'Changed', version: 2 }])
    await alex.write('DELETE', `/signals/agents/${id}`)
    await own.pull()
    await other.pull()
    expect([own.agents.size, other.agents.size]).toEqual([0, 0])
  })

  it('delete agents with their member', async () => {
    const { id } = await makeAgent(sam)
    const mine = await makeAgent(alex)
    await add(test, [draft('leaving', { id: crypto.randomUUID(), name: 'One' })])
    await test.work()
    expect(await titles(sam)).toEqual(['1 new hiring surge'])
    const own = createDevice(sam)
    await own.pull()
    for (const _ of [1, 2])
      await test.db.asOrg(harbour.id, (trx) => endAgents(harbour.id, 'user_sam', trx))
    await own.pull()
    expect([own.agents.has(id), own.agents.size]).toEqual([false, 0])
    expect(await titles(sam)).toEqual([])
    expect((await sam.read(`/signals/agents/${id}/runs`)).status).toBe(410)
    expect((await alex.read('/signals/agents')).body.agents).toMatchObject([{ id: mine.id }])
    expect(await titles(alex)).toEqual(['1 new hiring surge'])
  })
})
