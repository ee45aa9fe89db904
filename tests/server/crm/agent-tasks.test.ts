import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dynamics } from '../../../server/connectors/dynamics/connector.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { pipedrive } from '../../../server/connectors/pipedrive/connector.ts'
import { salesforce } from '../../../server/connectors/salesforce/connector.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import { harbour } from '../../kit/app.ts'
import { add, agentDraft, givePlan } from '../../kit/agents.ts'
import { newKey } from '../../kit/crm/activities.ts'
import { openAllCrms, type AllCrms } from '../../kit/crm/all-crms.ts'
import { memberOf, type Member } from '../../kit/saved-work.ts'
import { draft } from '../../kit/signals.ts'

const crms = [
  {
    label: 'HubSpot',
    kind: hubspot,
    acme: { name: 'Acme', domain: 'acme.example' },
    kim: { firstname: 'Kim', lastname: 'Park', email: 'kim@acme.example' },
    owner: { field: 'hubspot_owner_id', ana: '51' },
    path: 'tasks',
    refusal: null,
  },
  {
    label: 'Salesforce',
    kind: salesforce,
    acme: { Name: 'Acme' },
    kim: { FirstName: 'Kim', LastName: 'Park' },
    owner: { field: 'OwnerId', ana: '0055g0000000001AAA' },
    path: 'Task',
    refusal: null,
  },
  {
    label: 'Pipedrive',
    kind: pipedrive,
    acme: { name: 'Acme' },
    kim: { name: 'Kim Park' },
    owner: { field: 'owner_id', ana: '20580207' },
    path: 'activities',
    refusal: null,
  },
  {
    label: 'Dynamics 365',
    kind: dynamics,
    acme: { name: 'Acme' },
    kim: { firstname: 'Kim', lastname: 'Park' },
    owner: { field: '_ownerid_value', ana: '7f6b0000-0000-4000-8000-000000000001' },
    path: 'batch',
    refusal: null,
  },
  {
    label: 'Salesloft',
    kind: salesloft,
    acme: { name: 'Acme', domain: 'acme.example' },
    kim: { first_name: 'Kim', last_name: 'Park', email_address: 'kim@acme.example' },
    owner: { field: 'user_id', ana: '49067' },
    path: 'tasks',
    refusal: 'Salesloft: A task in Salesloft needs a person.',
  },
] as const

describe('an agent with the channel crm_task', () => {
  let app: AllCrms
  let ana: Member
  let company: { id: string; name: string }
  let other: { id: string; name: string }
  let person: { id: string; name: string }
  let count = 0
  beforeAll(async () => {
    app = await openAllCrms()
    await givePlan(app, harbour.id, 'bkt_growth')
    await app.db.owner
      .insertInto('member')
      .values({
        org_id: harbour.id,
        user_id: 'user_ana',
        role: 'standard',
        role_at: new Date(0),
        name: 'Ana Wu',
        email: 'Ana@harbour.example',
      })
      .execute()
    ana = memberOf(app, { userId: 'user_ana', role: 'basic_member' })
    const row = await app.db.owner
      .selectFrom('person as p')
      .innerJoin('company as c', 'c.id', 'p.company_id')
      .select(['p.id', 'c.id as companyId', 'c.name as companyName'])
      .orderBy('p.id')
      .executeTakeFirstOrThrow()
    company = { id: row.companyId, name: row.companyName }
    other = await app.db.owner
      .selectFrom('company')
      .select(['id', 'name'])
      .where('id', '<>', company.id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    person = { id: row.id, name: 'Kim Park' }
  })
  beforeEach(async () => {
    await app.db.owner.deleteFrom('signal_agent').execute()
  })
  afterAll(() => app.close())

  const makeAgent = async (category: 'company' | 'people') => {
    const fields = agentDraft({ category, channels: ['app', 'crm_task'] })
    const { status, body } = await ana.write('POST', '/signals/agents', fields)
    expect(status).toBe(201)
    return body as { id: string }
  }
  const find = async (about: 'company' | 'person', subject = company, times = 1) => {
    const more =
      about === 'company'
        ? {}
        : { category: 'people' as const, slug: 'new_in_role', person, title: 'New in role' }
    const event = { event_date: new Date(app.now()).toISOString().slice(0, 10) }
    const drafts = Array.from({ length: times }, () =>
      draft(`task ${count++}`, subject, { ...more, ...event }),
    )
    await add(app, drafts, app.now())
    await app.work()
  }
  const tasksOf = async (agentId: string) => {
    const { body } = await ana.read(`/signals/agents/${agentId}/runs`)
    return body.map((run: { tasks: unknown }) => run.tasks)
  }

  describe.each(crms)('in $label', ({ label, kind, acme, kim, owner, path, refusal }) => {
    let connectionId: string
    let at: { company: string; person: string }
    const activities = () => app.emulatorOf(kind).activities()
    beforeAll(async () => {
      connectionId = await app.connect(kind)
      at = {
        company: await app.link(connectionId, 'company', company.id, acme),
        person: await app.link(connectionId, 'contact', person.id, kim),
      }
    })
    afterAll(() => app.disconnect(kind))

    it('adds a task of its owner at the linked records once, though the answer is lost', async () => {
      const agent = await makeAgent('people')
      app.emulatorOf(kind).faults.begin({ kind: 'lost', method: 'POST', path, times: 1 })
      await find('person')
      expect(await tasksOf(agent.id)).toEqual([{ added: 0, waiting: 1, problems: [] }])
      await app.workAll()
      expect(await tasksOf(agent.id)).toEqual([{ added: 1, waiting: 0, problems: [] }])
      const [task, ...others] = activities()
      expect(others).toEqual([])
      expect(task).toMatchObject({ person: at.person, subject: 'Signal: New in role' })
      expect([at.company, null]).toContain(task?.company)
      expect(task?.text).toMatch(/Twelve open roles, four a month ago/)
      expect(String(task?.values[owner.field])).toBe(owner.ana)
      await ana.write('POST', `/signals/agents/${agent.id}/run`, {})
      await app.workAll()
      expect(activities()).toHaveLength(1)
    })

    it('adds one task for a company of which it found two things', async () => {
      const before = activities().length
      const agent = await makeAgent('company')
      await find('company', company, 2)
      await app.workAll()
      const problems = refusal === null ? [] : [`${company.name}: ${refusal}`]
      const added = refusal === null ? 1 : 0
      expect(await tasksOf(agent.id)).toEqual([{ added, waiting: 0, problems }])
      expect(activities().slice(before)).toMatchObject(
        refusal === null ? [{ company: at.company, person: null, subject: '2 signals' }] : [],
      )
    })

    it('says that a company without a link gets no task', async () => {
      const before = activities().length
      const agent = await makeAgent('company')
      await find('company', other)
      await app.workAll()
      const problem = `${other.name} isn’t linked to ${label}. Push it first to get tasks.`
      expect(await tasksOf(agent.id)).toEqual([{ added: 0, waiting: 0, problems: [problem] }])
      expect(activities()).toHaveLength(before)
      expect(app.emulatorOf(kind).audit()).toMatchObject({ deletes: 0, early: 0 })
    })
  })

  it('says that no CRM is connected, and why no task was added', async () => {
    const agent = await makeAgent('company')
    await find('company')
    expect(await tasksOf(agent.id)).toEqual([
      { added: 0, waiting: 0, problems: ['No CRM was connected, so no tasks were added.'] },
    ])
    expect((await ana.read('/signals/agents')).body.crmTask).toBe(
      'Your organisation hasn’t connected a CRM yet. Admins connect it under Integrations.',
    )
  })

  describe('with a connection', () => {
    const { kind } = crms[0]
    beforeAll(() => app.connect(kind))
    afterAll(() => app.disconnect(kind))
    const obstacle = async () => (await ana.read('/signals/agents')).body.crmTask

    it('adds nothing while the organisation sends no activities, and says so', async () => {
      const set = (crmActivities: boolean) =>
        app.ask(
          'PUT',
          '/customer/update',
          { data: { policies: { crmActivities } } },
          { headers: newKey() },
        )
      expect(await obstacle()).toBeNull()
      const before = app.emulatorOf(kind).activities().length
      const agent = await makeAgent('company')
      await set(false)
      await find('company')
      await set(true)
      await app.workAll()
      const reason = 'Your organisation doesn’t send notes, visits and tasks to CRMs.'
      expect(await tasksOf(agent.id)).toMatchObject([
        { added: 0, waiting: 0, problems: [`${company.name}: ${reason}`] },
      ])
      expect(app.emulatorOf(kind).activities()).toHaveLength(before)
    })

    it('adds no task about a company that was suppressed meanwhile', async () => {
      app.emulatorOf(kind).user.revoke()
      const before = app.emulatorOf(kind).activities().length
      const agent = await makeAgent('company')
      await find('company')
      const alex = memberOf(app, { userId: 'user_alex', role: 'admin' })
      const { status, body: list } = await alex.write('POST', '/lists', {
        name: 'Never',
        category: 'company',
        kind: 'suppression',
        recordIds: [company.id],
      })
      expect(status).toBe(201)
      await app.connect(kind)
      await app.app.jobs.runTimely()
      await app.workAll()
      await alex.write('DELETE', `/lists/${list.id}`)
      const problem = `${company.name}: It was suppressed before its task was sent.`
      expect(await tasksOf(agent.id)).toEqual([{ added: 0, waiting: 0, problems: [problem] }])
      expect(app.emulatorOf(kind).activities()).toHaveLength(before)
    })

    it('adds no task late when the CRM is connected again after a disconnect', async () => {
      app.emulatorOf(kind).user.revoke()
      const before = app.emulatorOf(kind).activities().length
      const agent = await makeAgent('company')
      await find('company')
      await app.disconnect(kind)
      await app.connect(kind)
      await app.app.jobs.runTimely()
      await app.workAll()
      const problem = `${company.name}: The CRM was disconnected before its task was sent.`
      expect(await tasksOf(agent.id)).toEqual([{ added: 0, waiting: 0, problems: [problem] }])
      expect(app.emulatorOf(kind).activities()).toHaveLength(before)
    })

    it('waits while an admin has to sign in again, says so, and adds it then', async () => {
      app.emulatorOf(kind).user.revoke()
      const before = app.emulatorOf(kind).activities().length
      const agent = await makeAgent('company')
      await find('company')
      await app.workAll()
      expect(await tasksOf(agent.id)).toEqual([{ added: 0, waiting: 1, problems: [] }])
      expect(await obstacle()).toBe('HubSpot asks an admin to sign in again.')
      await app.connect(kind)
      await app.app.jobs.runTimely()
      await app.workAll()
      expect(await tasksOf(agent.id)).toEqual([{ added: 1, waiting: 0, problems: [] }])
      expect(app.emulatorOf(kind).activities()).toHaveLength(before + 1)
    })
  })
})
