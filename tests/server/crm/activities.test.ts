import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startPipedriveEmulator } from '../../../emulators/crm/pipedrive/emulator.ts'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'
import { pipedrive } from '../../../server/connectors/pipedrive/connector.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import { ana, newKey, openRep, type Rep } from '../../kit/crm/activities.ts'

const crms = [
  {
    label: 'Pipedrive',
    acme: { name: 'Acme' },
    open: () => openRep(pipedrive, startPipedriveEmulator),
    ownerOf: ({ owner_id: id }: Record<string, unknown>) => String(id),
    ana: '20580207',
    bo: '20580208',
    created: /^POST .*activities/,
  },
  {
    label: 'Salesloft',
    acme: { name: 'Acme', domain: 'acme.example' },
    open: () => openRep(salesloft, startSalesloftEmulator),
    ownerOf: ({ user_id: id }: Record<string, unknown>) => String(id),
    ana: '49067',
    bo: '49068',
    created: /^POST .*notes/,
  },
] as const

describe.each(crms)('a visit to a company that $label has', ({ open, ownerOf, ...crm }) => {
  let rep: Rep
  beforeAll(async () => {
    rep = await open()
  })
  afterAll(() => rep.close())
  afterEach(() => rep.renew())
  const link = async () => ({
    ...rep,
    company: await rep.link('company', rep.companyId, crm.acme),
  })

  it('becomes an activity of its company there, of the member who logged it', async () => {
    const { log, work, activities, company, rows } = await link()
    await log()
    await work()
    expect(activities()).toHaveLength(1)
    const [activity] = activities()
    expect(activity).toMatchObject({ company, subject: 'Visit: met' })
    expect(activity?.text).toContain('Talked to Kim')
    expect(ownerOf(activity?.values ?? {})).toBe(crm.ana)
    expect(await rows()).toEqual([{ state: 'done', reason: null, part: 'entry', version: 1 }])
  })

  it('is of the user that an admin chose for the member', async () => {
    const { app, log, work, activities, connectionId } = await link()
    const set = (mapping: string | null) =>
      app.db.owner
        .updateTable('crm_connection')
        .set({ mapping })
        .where('id', '=', connectionId)
        .execute()
    onTestFinished(async () => void (await set(null)))
    const side = { creates: true, updates: true, fields: [], constants: [] }
    await set(
      JSON.stringify({
        company: side,
        person: { ...side, object: 'contact', needsCompany: false },
        owners: { [ana.userId]: crm.bo },
      }),
    )
    await log()
    await work()
    expect(ownerOf(activities()[0]?.values ?? {})).toBe(crm.bo)
  })

  it('names the member in the text if the CRM has no such user', async () => {
    const { app, log, work, activities } = await link()
    const set = (email: string) =>
      app.db.owner.updateTable('member').set({ email }).where('user_id', '=', ana.userId).execute()
    onTestFinished(async () => void (await set('Ana@harbour.example')))
    await set('ana@elsewhere.example')
    await log()
    await work()
    expect(activities()[0]?.text).toContain('Logged in Fieldbook by Ana Wu')
  })

  it('changes there with an edit', async () => {
    const { log, edit, work, activities, rows } = await link()
    const { id } = await log()
    await work()
    await edit(id, { text: 'Talked to Lee' })
    await work()
    expect(activities()).toHaveLength(1)
    expect(activities()[0]?.text).toContain('Talked to Lee')
    expect(await rows()).toMatchObject([{ state: 'done', version: 2 }])
  })

  it('is there once after an offline device sent it twice', async () => {
    const { app, log, work, activities } = await link()
    const before = callsOf(app, crm.created)
    const id = crypto.randomUUID()
    const headers = newKey()
    await log({ id }, headers)
    await work()
    await log({ id }, headers)
    await log({ id })
    await work()
    expect(activities()).toHaveLength(1)
    expect(callsOf(app, crm.created)).toBe(before + 1)
  })

  it('stays there when it is deleted here', async () => {
    const { app, log, work, activities } = await link()
    const { id } = await log()
    await work()
    await app.ask('DELETE', `/activities/${id}`, undefined, { as: ana, headers: newKey() })
    await app.app.jobs.runTimely()
    await work()
    expect(activities()).toHaveLength(1)
  })

  it('is not sent if it was deleted before', async () => {
    const { app, log, work, activities, rows } = await link()
    const { id } = await log()
    await app.ask('DELETE', `/activities/${id}`, undefined, { as: ana, headers: newKey() })
    await work()
    expect(activities()).toHaveLength(0)
    expect(await rows()).toMatchObject([
      { state: 'skipped', reason: 'It was deleted before it was sent.' },
    ])
  })

  it('follows once the company has a link', async () => {
    await rep.log()
    await rep.work()
    await rep.app.app.jobs.runTimely()
    await rep.work()
    expect(await rep.rows()).toMatchObject([{ state: 'waiting' }])
    const company = await rep.link('company', rep.companyId, crm.acme)
    await rep.app.app.jobs.runTimely()
    await rep.work()
    expect(rep.activities()).toMatchObject([{ company }])
  })

  it('stays here while the organisation has switched it off', async () => {
    const { app, log, edit, work, activities, rows } = await link()
    const set = (crmActivities: boolean) =>
      app.ask(
        'PUT',
        '/customer/update',
        { data: { policies: { crmActivities } } },
        { headers: newKey() },
      )
    expect((await set(false)).body.policies).toMatchObject({ crmActivities: false })
    const { id } = await log()
    await work()
    expect([activities().length, await rows()]).toEqual([0, []])
    await set(true)
    await edit(id, { text: 'Talked to Lee' })
    await set(false)
    await work()
    expect(activities()).toHaveLength(0)
    expect(await rows()).toMatchObject([{ state: 'skipped', reason: expect.stringMatching(/CRM/) }])
    await set(true)
    await edit(id, { text: 'Talked to Mia' })
    await work()
    expect(activities()).toHaveLength(1)
  })

  it('is refused in the words of the CRM once a user there deleted the company', async () => {
    const { app, log, work, company, rows } = await link()
    app.emulator.user.remove(company)
    await log()
    await work()
    expect(await rows()).toMatchObject([
      { state: 'refused', reason: expect.stringMatching(new RegExp(`^${crm.label}: .+`)) },
    ])
  })
})

const callsOf = ({ emulator }: Rep['app'], pattern: RegExp): number =>
  Object.entries(emulator.audit().calls)
    .filter(([call]) => pattern.test(call))
    .reduce((sum, [, count]) => sum + count, 0)
