import { describe, expect, it } from 'vitest'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'
import { Forbidden, Revoked, Uncertain, Unreadable } from '../../../server/connectors/errors.ts'
import type { Http } from '../../../server/connectors/http.ts'
import type { Activity, Write } from '../../../server/connectors/port.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import { connect, openConnector, signIn } from '../../kit/crm/connect.ts'
import { describeConnector } from '../../kit/crm/connector-suite.ts'
import type { ConnectorSubject } from '../../kit/crm/subject.ts'

const start = () => startSalesloftEmulator({ env: {} })

const company = (number: number) => ({
  name: `Harbour ${number} Pty Ltd`,
  domain: `harbour-${number}.example`,
  phone: `+61 2 5550 10${String(number).padStart(2, '0')}`,
  industry: 'Construction',
  'custom_fields.ABN': `5182475${String(number).padStart(4, '0')}`,
})

const person = (number: number) => ({
  first_name: 'Kim',
  last_name: `Park ${number}`,
  email_address: `kim@harbour-${number}.example`,
  title: 'Manager',
  contact_restrictions: ['call'],
})

const subject: ConnectorSubject = {
  kind: salesloft,
  start,
  records: { company: 'account', person: 'person' },
  company,
  person,
  textField: 'description',
  refused: { domain: 'nameless.example' },
  keys: {
    company: (number) => [
      { kind: 'domain', value: company(number).domain },
      { kind: 'abn', value: company(number)['custom_fields.ABN'] },
    ],
    person: (number) => [{ kind: 'email', value: person(number).email_address }],
  },
  // A create that finds its own values is taken as done before; see below for other values.
  refusesDoubles: false,
  followsMerges: false,
  writePath: '_upserts',
  activityPath: '/notes',
  companyOf: ({ values }) =>
    typeof values['account_id'] === 'string' ? values['account_id'] : null,
}

describeConnector(subject)

const companyWrite = (values: Write['values'], id?: string): Write => ({
  ref: 'row-1',
  object: 'company',
  key: 'c_1',
  values,
  id,
})

const open = () => connect(salesloft, start)

describe('records in Salesloft', () => {
  it('are refused in words, without a call, if they have neither domain nor email', async () => {
    const { connector, api, emulator } = await open()
    const { calls } = emulator.audit()
    const [account] = await connector.write(api, [companyWrite({ name: 'Harbour' })])
    const [kim] = await connector.write(api, [
      { ref: 'row-2', object: 'contact', key: 'p_1', values: { last_name: 'Park', phone: '1' } },
    ])
    expect(account).toMatchObject({ is: 'refused', field: 'domain', retry: 'never' })
    expect(account).toHaveProperty('text', expect.stringMatching(/needs the domain of a company/))
    expect(kim).toMatchObject({ is: 'refused', field: 'email_address', retry: 'never' })
    expect(emulator.audit().calls).toEqual(calls)
  })

  it('exist, unchanged, for a create whose domain a user has typed with other values', async () => {
    const { connector, api, emulator } = await connect(salesloft, () =>
      startSalesloftEmulator({
        env: {},
        seedRecords: [
          { object: 'account', values: { name: 'Typed by a user', domain: company(1).domain } },
        ],
      }),
    )
    const [record] = emulator.records()
    const [written] = await connector.write(api, [companyWrite(company(1))])
    expect(written).toEqual({ ref: 'row-1', is: 'exists', candidates: [record?.id] })
    expect(emulator.records()).toEqual([record])
  })

  it('keep the own fields that an update does not name', async () => {
    const { connector, api, emulator } = await open()
    const [created] = await connector.write(api, [companyWrite(company(1))])
    const id = created?.is === 'created' ? created.id : ''
    await connector.write(api, [companyWrite({ 'custom_fields.NZBN': '9429000000001' }, id)])
    expect(emulator.records()[0]?.values['custom_fields']).toEqual({
      ABN: company(1)['custom_fields.ABN'],
      NZBN: '9429000000001',
    })
  })

  it('are refused until they are described again, if an own field was removed', async () => {
    const { connector, api, emulator } = await open()
    emulator.faults.begin({ kind: 'schema', object: 'account', field: 'ABN', change: 'remove' })
    const [written] = await connector.write(api, [companyWrite(company(1))])
    expect(written).toMatchObject({ is: 'refused', retry: 'after-schema' })
    const names = (await connector.describe(api, 'company')).map(({ name }) => name)
    expect(names).not.toContain('custom_fields.ABN')
  })

  it('store the bare domain of an address', async () => {
    const { connector, api, emulator } = await open()
    await connector.write(api, [
      companyWrite({ ...company(1), domain: 'https://www.Harbour-1.example/about' }),
    ])
    expect(emulator.records()[0]?.values['domain']).toBe('harbour-1.example')
  })

  it('belong to the owner and the account that their ids name', async () => {
    const { connector, api } = await open()
    const [created] = await connector.write(api, [
      companyWrite({ ...company(1), owner_id: '49068' }),
    ])
    const id = created?.is === 'created' ? created.id : ''
    const current = await connector.read(api, 'company', [id], ['owner_id'])
    expect(current.get(id)).toMatchObject({ values: { owner_id: '49068' } })
  })
})

describe('lookups in Salesloft', () => {
  it('find accounts whose domain is an address, by their website', async () => {
    const { connector, api } = await connect(salesloft, () =>
      startSalesloftEmulator({ env: {}, seed: 'demo' }),
    )
    const keys = [1, 2, 3, 4].map((number) => ({
      kind: 'domain' as const,
      value: `seed-${number}.example`,
    }))
    const found = await connector.find(api, 'company', keys)
    expect(
      found.map(({ key, candidates }) => [key.value, candidates.map(({ name }) => name)]),
    ).toEqual([1, 2, 3, 4].map((number) => [`seed-${number}.example`, [`Seed ${number} Pty Ltd`]]))
  })

  it('throw Unreadable if Salesloft ignores the filter', async () => {
    const { connector, api, http } = await connect(salesloft, () =>
      startSalesloftEmulator({ env: {}, seed: 'demo' }),
    )
    const renamed: Http = (call) =>
      http({
        ...call,
        url: call.url.replaceAll(/(email_addresses|ids|updated_at)(?=%5B)/g, 'x_$1'),
      })
    const other = { ...api, http: renamed }
    const email = { kind: 'email' as const, value: 'kim@seed-2.example' }
    await expect(connector.find(other, 'contact', [email])).rejects.toThrow(Unreadable)
    await expect(connector.read(other, 'contact', ['1'], [])).rejects.toThrow(Unreadable)
    const later = JSON.stringify({ since: '2200-01-01T00:00:00Z', page: 1, seen: [] })
    await expect(connector.changes(other, 'contact', later)).rejects.toThrow(Unreadable)
  })

  it('pass over 200 accounts of the same moment once each', async () => {
    const at = Date.UTC(2026, 10, 2)
    const { connector, api, emulator } = await connect(salesloft, () =>
      startSalesloftEmulator({ env: {}, seed: 'demo', now: () => at }),
    )
    const ids: string[] = []
    let cursor: string | null = null
    for (let pages = 0; pages < 10; pages += 1) {
      const changes = await connector.changes(api, 'company', cursor)
      ids.push(...changes.records.map(({ id }) => id))
      cursor = changes.next
      if (changes.isLast) break
    }
    expect(new Set(ids).size).toBe(200)
    expect(emulator.audit().calls['GET /v2/accounts']).toBeLessThan(6)
  })

  it('name archived accounts among the deleted', async () => {
    const { connector, api, emulator } = await open()
    const [created] = await connector.write(api, [companyWrite(company(1))])
    const id = created?.is === 'created' ? created.id : ''
    emulator.user.edit(id, { archived_at: '2026-11-02T00:00:00Z' })
    const changes = await connector.changes(api, 'company', null)
    expect(changes).toMatchObject({ records: [], deleted: [{ id }] })
    expect((await connector.read(api, 'company', [id], [])).get(id)).toEqual({ is: 'deleted' })
  })
})

describe('access to Salesloft', () => {
  it('names the scopes that a user could not grant, and throws Forbidden without them', async () => {
    const opened = await openConnector(salesloft, start)
    const api = { http: opened.http, grant: await signIn(opened, { user: '49069' }) }
    expect(await opened.connector.account(api)).toMatchObject({
      name: 'Harbour Sales',
      timeZone: 'Australia/Sydney',
      userEmail: 'cy@harbour.example',
      missingScopes: ['accounts:write'],
    })
    await expect(opened.connector.write(api, [companyWrite(company(1))])).rejects.toThrow(Forbidden)
  })

  it('ends with a refresh whose answer was lost', async () => {
    const { connector, http, grant, emulator } = await open()
    emulator.faults.begin({ kind: 'lost', path: '/oauth/token', times: 1 })
    await expect(connector.oauth.refresh(http, grant)).rejects.toThrow(Uncertain)
    await expect(connector.oauth.refresh(http, grant)).rejects.toThrow(Revoked)
  })
})

describe('tasks in Salesloft', () => {
  const taskOf = (id: string): Activity => ({
    ref: 'task-1',
    key: 't_1',
    kind: 'task',
    subject: 'Call back',
    text: 'After lunch',
    // Already the third in Sydney.
    at: Date.UTC(2026, 10, 2, 22),
    ownerId: null,
    company: null,
    person: { object: 'contact', id },
  })
  const withPerson = async () => {
    const connected = await open()
    const [created] = await connected.connector.write(connected.api, [
      { ref: 'row-1', object: 'contact', key: 'p_1', values: person(1) },
    ])
    return { ...connected, task: taskOf(created?.is === 'created' ? created.id : '') }
  }

  it('are due on the day of the user, and are the same for a repeated key', async () => {
    const { connector, api, emulator, task } = await withPerson()
    const first = await connector.activity(api, task)
    expect(first).toMatchObject({ is: 'created' })
    expect(await connector.activity(api, task)).toEqual(first)
    expect(await connector.resolveActivity(api, task, emulator.now())).toEqual(first)
    expect(emulator.activities()).toMatchObject([
      { object: 'task', values: { due_date: '2026-11-03' } },
    ])
  })

  it('are refused without a person', async () => {
    const { connector, api, task } = await withPerson()
    expect(await connector.activity(api, { ...task, person: null, company: '1' })).toMatchObject({
      is: 'refused',
      retry: 'never',
    })
  })
})
