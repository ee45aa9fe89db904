import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import { storePlan, readPlan, trialBucket } from '../../../server/plans/plan.ts'
import { harbour } from '../../kit/app.ts'
import { openCrmApp, type CrmApp } from '../../kit/crm/app.ts'

const sam = { userId: 'user_sam', role: 'basic_member' }

let app: CrmApp
beforeAll(async () => {
  app = await openCrmApp(salesloft, startSalesloftEmulator, { kinds: [hubspot, salesloft] })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.emulator.faults.clear()
  for (const table of ['crm_connection', 'audit_entry'] as const)
    await app.db.owner.deleteFrom(table).execute()
  await app.pass(2)
})

const rowOf = ({ db }: CrmApp) =>
  db.owner.selectFrom('crm_connection').selectAll().executeTakeFirst()

const actsOf = async ({ ask }: CrmApp) =>
  (await ask('GET', '/audit')).body.entries.map((entry: { act: string }) => entry.act)

describe('the integrations of an installation', () => {
  it('are all CRMs of the registry, idle, and set up where there is a client id', async () => {
    const { status, body } = await app.crm('POST', '/crm/integrations')
    expect(status).toBe(200)
    expect(body.integrations).toMatchObject([
      { key: hubspot.key, label: 'HubSpot', icon: 'hubspot', isSetUp: false, state: 'idle' },
      { key: salesloft.key, isSetUp: true, state: 'idle', connection: null, address: null },
    ])
  })

  it('are refused without the token of this caller', async () => {
    const { body: samToken } = await app.ask('GET', '/crm/org', undefined, { as: sam })
    for (const token of ['', 'nonsense', samToken.token]) {
      const { status, body } = await app.ask('POST', '/crm/integrations', { token })
      expect([status, body.code]).toEqual([401, 'crm-token'])
    }
  })

  it('are the request types of /configs, with labels and icons', async () => {
    const { body } = await app.ask('GET', '/configs', undefined, { as: null })
    expect(body.configs.requestTypes).toEqual([
      { type: 'DOWNLOAD', label: 'Download' },
      { type: hubspot.key, label: 'HubSpot push', icon: 'hubspot' },
      { type: salesloft.key, label: 'Salesloft push', icon: 'salesloft' },
    ])
  })
})

describe('connecting a CRM', () => {
  it('stores the account, seals the tokens and is in the audit log', async () => {
    const { status, body } = await app.finish(await app.leave())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      key: salesloft.key,
      state: 'installed',
      connection: { isWorking: true, problem: null, waitsUntil: null, missingScopes: [] },
    })
    expect(body.connection.recordUrls.company).toMatch(/^http.*\/app\/accounts\/\{id\}$/)
    const row = await rowOf(app)
    expect(row).toMatchObject({ state: 'connected', connected_by: 'user_alex', generation: 1 })
    expect(row?.sealed_grant).toMatch(/^v1\.k1\./)
    expect(row?.sealed_grant).not.toContain('access')
    expect(await actsOf(app)).toContain('crm-connected')
    const { body: later } = await app.crm('POST', '/crm/integrations', {}, sam)
    expect(later.integrations[1]).toEqual(body)
  })

  it('is for admins', async () => {
    const { status } = await app.crm('POST', `/crm/${salesloft.key}/connect`, {}, sam)
    expect(status).toBe(403)
  })

  it('is refused where the CRM is not set up, and for an unknown one', async () => {
    const off = await app.crm('POST', `/crm/${hubspot.key}/connect`)
    expect([off.status, off.body.detail]).toEqual([409, 'HubSpot isn’t set up here.'])
    expect((await app.crm('POST', '/crm/0123456789ab/connect')).status).toBe(404)
  })

  it('says so when the admin pressed Deny, and stores nothing', async () => {
    const { status, body } = await app.finish(await app.leave('deny'))
    expect([status, body.code]).toEqual([422, 'crm-refused'])
    expect(body.detail).toBe('You didn’t allow Fieldbook in Salesloft. It isn’t connected.')
    expect(await rowOf(app)).toBeUndefined()
  })

  it('refuses a state that was used, is old, is unknown or is another user’s', async () => {
    const used = await app.leave()
    expect((await app.finish(used)).status).toBe(200)
    const ben = { userId: 'user_ben', role: 'admin' }
    const others = await app.leave()
    const old = await app.leave()
    await app.pass(11)
    for (const [back, as] of [
      [used, {}],
      [{ state: 'unknown', code: 'x' }, {}],
      [others, ben],
      [old, {}],
    ] as const) {
      const { status, body } = await app.finish(back, as)
      expect([status, body.code]).toEqual([422, 'crm-refused'])
    }
  })

  it('refuses a code that the CRM refuses', async () => {
    const { status, body } = await app.finish({ ...(await app.leave()), code: 'forged' })
    expect([status, body.code]).toEqual([422, 'crm-refused'])
    expect(body.detail).toMatch(/^Salesloft refused: /)
  })

  it('answers 503 while the CRM is away, and revokes nothing', async () => {
    const back = await app.leave()
    app.emulator.faults.begin({ kind: 'failing', path: 'token' })
    const { status, body } = await app.finish(back)
    expect([status, body.code]).toEqual([503, 'crm-unavailable'])
  })

  it('of the same account again keeps the connection', async () => {
    const first = await app.connect()
    expect(await app.connect()).toBe(first)
    expect(await rowOf(app)).toMatchObject({ generation: 2, state: 'connected' })
  })

  it('is limited by the plan', async () => {
    const plan = await readPlan(app.db.owner, trialBucket)
    if (!plan) throw new Error('There is no trial.')
    onTestFinished(() => storePlan(app.db.owner, plan))
    await storePlan(app.db.owner, { ...plan, connectors: 0 })
    const { status, body } = await app.crm('POST', `/crm/${salesloft.key}/connect`)
    expect([status, body.code]).toEqual([403, 'feature-disabled'])
    expect(body.detail).toContain('doesn’t include CRMs')
  })
})

describe('disconnecting a CRM', () => {
  it('deletes the tokens here and at the CRM, and is in the audit log', async () => {
    const id = await app.connect()
    const { status } = await app.crm('POST', `/crm/${salesloft.key}/disconnect`)
    expect(status).toBe(204)
    expect(await rowOf(app)).toMatchObject({ id, state: 'disconnected', sealed_grant: null })
    expect(await actsOf(app)).toContain('crm-disconnected')
    await expect(
      app.access().call(harbour.id, id, (api, connector) => connector.owners(api)),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  it('works while the CRM is away', async () => {
    await app.connect()
    app.emulator.faults.begin({ kind: 'failing' })
    expect((await app.crm('POST', `/crm/${salesloft.key}/disconnect`)).status).toBe(204)
    expect((await app.crm('POST', `/crm/${salesloft.key}/disconnect`)).status).toBe(404)
  })

  it('and connecting the same account again finds the connection within 30 days', async () => {
    const id = await app.connect()
    await app.crm('POST', `/crm/${salesloft.key}/disconnect`)
    await app.pass(29 * 24 * 60)
    expect(await app.connect()).toBe(id)
    await app.crm('POST', `/crm/${salesloft.key}/disconnect`)
    await app.pass(31 * 24 * 60)
    expect(await app.connect()).not.toBe(id)
  })
})
