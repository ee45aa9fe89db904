import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startPipedriveEmulator } from '../../../emulators/crm/pipedrive/emulator.ts'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'
import { pipedrive } from '../../../server/connectors/pipedrive/connector.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import { ana, newKey, openRep, visitAt, type Rep } from '../../kit/crm/activities.ts'

const acme = { name: 'Acme', domain: 'acme.example' }

describe('notes, people and follow-ups', () => {
  let inPipedrive: Rep
  let inSalesloft: Rep
  let behindMs = 0
  beforeAll(async () => {
    inPipedrive = await openRep(pipedrive, ({ now }) =>
      startPipedriveEmulator({ now: () => now() - behindMs }),
    )
    inSalesloft = await openRep(salesloft, startSalesloftEmulator)
  })
  const each = () => [inPipedrive, inSalesloft]
  afterAll(async () => {
    for (const rep of each()) await rep.close()
  })
  afterEach(async () => {
    for (const rep of each()) await rep.renew()
  })

  it('send a note as a note, and no report', async () => {
    const rep = inPipedrive
    await rep.link('company', rep.companyId, { name: 'Acme' })
    const on = { category: 'company', recordId: rep.companyId, text: 'Gate code 4', at: visitAt }
    await rep.app.ask('POST', '/activities/note', on, { as: ana, headers: newKey() })
    await rep.app.ask(
      'POST',
      '/activities/report',
      { ...on, field: 'phone' },
      { as: ana, headers: newKey() },
    )
    await rep.work()
    expect(rep.activities()).toMatchObject([{ object: 'note' }])
  })

  it('add a task for the next day after “call back”, of the person and their company', async () => {
    const rep = inPipedrive
    const company = await rep.link('company', rep.companyId, { name: 'Acme' })
    const person = await rep.link('contact', rep.person.id, { name: 'Kim Park' })
    await rep.log({ category: 'people', recordId: rep.person.id, outcome: 'call back' })
    await rep.work()
    const activities = rep.activities()
    expect(activities).toHaveLength(2)
    expect(activities).toMatchObject([
      { company, person, subject: 'Visit: call back', values: { done: true } },
      { company, person, subject: 'Call back', values: { done: false, due_date: '2026-11-03' } },
    ])
    expect(await rep.rows()).toMatchObject([{ part: 'entry' }, { part: 'follow-up' }])
  })

  it('put the task of a visit on the day of its follow-up, once, and move it with that', async () => {
    const rep = inPipedrive
    await rep.link('company', rep.companyId, { name: 'Acme' })
    const { id: visit } = await rep.log({ outcome: 'call back' })
    const as = { as: ana, headers: newKey() }
    const due = {
      category: 'company',
      recordId: rep.companyId,
      text: 'Bring the quote',
      dueDay: '2026-11-12',
      dueTime: '09:30',
      origin: { kind: 'visit', id: visit },
    }
    const { body } = await rep.app.ask('POST', '/follow-ups', due, as)
    const change = async (baseVersion: number, changes: object): Promise<void> => {
      const path = `/follow-ups/${body.id}`
      await rep.app.ask('PATCH', path, { baseVersion, changes }, { as: ana, headers: newKey() })
      await rep.work()
    }
    await rep.work()
    const task = { subject: 'Bring the quote', values: { due_date: '2026-11-12' } }
    expect(rep.activities()).toMatchObject([{ subject: 'Visit: call back' }, task])
    expect(rep.activities()[1]?.text).toContain('At 09:30. Talked to Kim')
    await change(1, { dueDay: '2026-11-19' })
    expect(rep.activities()).toMatchObject([{}, { values: { due_date: '2026-11-19' } }])
    await change(2, { state: 'done' })
    expect(rep.activities()).toHaveLength(2)
    expect(await rep.rows()).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  it('add no task for a follow-up on the visit of a colleague', async () => {
    const rep = inPipedrive
    await rep.link('company', rep.companyId, { name: 'Acme' })
    const { id: visit } = await rep.log()
    const due = {
      category: 'company',
      recordId: rep.companyId,
      dueDay: '2026-11-12',
      origin: { kind: 'visit', id: visit },
    }
    const as = { userId: 'user_bo', role: 'basic_member' }
    expect((await rep.app.ask('POST', '/follow-ups', due, { as, headers: newKey() })).status).toBe(
      201,
    )
    await rep.work()
    expect(rep.activities()).toHaveLength(1)
  })

  it('add a task for a follow-up of a record on its day, once, which moves with it and stays when it is done', async () => {
    const rep = inPipedrive
    const company = await rep.link('company', rep.companyId, { name: 'Acme' })
    const due = { category: 'company', recordId: rep.companyId, dueDay: '2026-11-12' }
    const as = { as: ana, headers: newKey() }
    const body = { ...due, text: 'Ask about the crane', dueTime: '14:00' }
    const { id } = (await rep.app.ask('POST', '/follow-ups', body, as)).body
    const change = async (baseVersion: number, changes: object): Promise<void> => {
      const path = `/follow-ups/${id}`
      await rep.app.ask('PATCH', path, { baseVersion, changes }, { as: ana, headers: newKey() })
      await rep.work()
    }
    rep.app.emulator.faults.begin({ kind: 'lost', method: 'POST', path: 'activities', times: 1 })
    for (let runs = 0; runs < 3; runs += 1) {
      await rep.work()
      await rep.app.pass(12)
    }
    const task = { company, subject: 'Ask about the crane', values: { done: false } }
    expect(rep.activities()).toMatchObject([{ ...task, values: { due_date: '2026-11-12' } }])
    expect(rep.activities()[0]?.text).toContain('At 14:00.')
    await change(1, { dueDay: '2026-11-19', text: 'Ask again' })
    const moved = { subject: 'Ask again', values: { due_date: '2026-11-19' } }
    expect(rep.activities()).toMatchObject([moved])
    await change(2, { state: 'done' })
    expect(rep.activities()).toMatchObject([moved])
    expect(await rep.rows()).toMatchObject([{ part: 'own-follow-up', state: 'done' }])
  })

  it('add the task of a follow-up once its record has a link, and none if it was done by then', async () => {
    const rep = inPipedrive
    const as = { as: ana, headers: newKey() }
    const due = { category: 'company', recordId: rep.companyId, dueDay: '2026-11-12' }
    const { body: waiting } = await rep.app.ask('POST', '/follow-ups', due, as)
    const { body: done } = await rep.app.ask('POST', '/follow-ups', due, {
      as: ana,
      headers: newKey(),
    })
    await rep.work()
    const changes = { baseVersion: 1, changes: { state: 'done' } }
    await rep.app.ask('PATCH', `/follow-ups/${done.id}`, changes, { as: ana, headers: newKey() })
    await rep.link('company', rep.companyId, { name: 'Acme' })
    await rep.app.app.jobs.runTimely()
    await rep.work()
    expect(rep.activities()).toMatchObject([{ subject: 'Follow up' }])
    const rows = await rep.app.db.owner
      .selectFrom('crm_activity')
      .select(['activity_id as id', 'state', 'reason'])
      .execute()
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: waiting.id, state: 'done', reason: null },
        { id: done.id, state: 'skipped', reason: 'The follow-up ended before it was sent.' },
      ]),
    )
  })

  it('wait for an admin to sign in again', async () => {
    const rep = inSalesloft
    await rep.link('company', rep.companyId, acme)
    rep.app.emulator.user.revoke()
    await rep.log()
    await rep.work()
    expect(await rep.rows()).toMatchObject([{ state: 'waiting' }])
    await rep.app.connect()
    await rep.app.app.jobs.runTimely()
    await rep.work()
    expect(rep.activities()).toHaveLength(1)
  })

  it('say why a CRM refuses the follow-up of a company, and send the visit', async () => {
    const rep = inSalesloft
    await rep.link('company', rep.companyId, acme)
    await rep.log({ outcome: 'call back' })
    await rep.work()
    expect(await rep.rows()).toMatchObject([
      { state: 'done' },
      { state: 'refused', reason: 'Salesloft: A task in Salesloft needs a person.' },
    ])
  })

  it('are there once if the clock of the CRM is five minutes behind and its answer is lost', async () => {
    const rep = inPipedrive
    behindMs = 5 * 60_000
    onTestFinished(() => void (behindMs = 0))
    await rep.link('company', rep.companyId, { name: 'Acme' })
    rep.app.emulator.faults.begin({ kind: 'lost', method: 'POST', path: 'activities', times: 1 })
    await rep.log()
    for (let runs = 0; runs < 3; runs += 1) {
      await rep.work()
      await rep.app.pass(12)
    }
    expect(rep.activities()).toHaveLength(1)
    expect(await rep.rows()).toMatchObject([{ state: 'done' }])
  })
})
