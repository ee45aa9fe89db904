import { describe, expect, it } from 'vitest'
import type { CrmEmulatorOptions } from '../../../emulators/crm/core/types.ts'
import { startDynamicsEmulator } from '../../../emulators/crm/dynamics/emulator.ts'
import { dynamics } from '../../../server/connectors/dynamics/connector.ts'
import {
  Forbidden,
  SignInRefused,
  Slow,
  Uncertain,
  Unreadable,
} from '../../../server/connectors/errors.ts'
import type { Http } from '../../../server/connectors/http.ts'
import type { Activity, Write, Written } from '../../../server/connectors/port.ts'
import { connect, openConnector, signIn, type Connected } from '../../kit/crm/connect.ts'
import { describeConnector } from '../../kit/crm/connector-suite.ts'
import type { ConnectorSubject } from '../../kit/crm/subject.ts'

const start = (options: CrmEmulatorOptions = {}) => startDynamicsEmulator({ env: {}, ...options })

const hint = 'https://harbour.crm6.dynamics.com/main.aspx?appid=1'

const company = (number: number) => ({
  name: `Harbour ${number} Pty Ltd`,
  websiteurl: `https://www.harbour-${number}.example`,
  telephone1: `+61 2 5550 10${String(number).padStart(2, '0')}`,
  industrycode: '9',
  numberofemployees: 12,
  new_abn: `5182475${String(number).padStart(4, '0')}`,
})

const person = (number: number) => ({
  firstname: 'Kim',
  lastname: `Park ${number}`,
  emailaddress1: `kim@harbour-${number}.example`,
  jobtitle: 'Manager',
  donotphone: true,
})

const subject: ConnectorSubject = {
  kind: dynamics,
  start,
  hint,
  records: { company: 'account', person: 'contact' },
  company,
  person,
  textField: 'description',
  refused: { name: 'x'.repeat(161) },
  keys: {
    company: (number) => [
      { kind: 'domain', value: `harbour-${number}.example` },
      { kind: 'abn', value: company(number).new_abn },
      { kind: 'own', value: `c_${number}` },
    ],
    person: (number) => [
      { kind: 'email', value: person(number).emailaddress1 },
      { kind: 'own', value: `p_${number}` },
    ],
  },
  refusesDoubles: true,
  followsMerges: true,
  writePath: '$batch',
  activityPath: '$batch',
  companyOf: ({ values }) =>
    typeof values['_parentcustomerid_value'] === 'string'
      ? values['_parentcustomerid_value']
      : null,
}

describeConnector(subject)

const open = (options?: CrmEmulatorOptions) => connect(dynamics, () => start(options), hint)

const companyWrite = (values: Write['values'], more: Partial<Write> = {}): Write => ({
  ref: 'row-1',
  object: 'company',
  key: 'c_1',
  values,
  ...more,
})

const writeSingle = async ({ connector, api }: Connected, write: Write) => {
  const [written] = await connector.write(api, [write])
  return written
}

const idOf = (written: Written | undefined): string => (written?.is === 'created' ? written.id : '')

describe('sign-in to Dynamics 365', () => {
  it.each([
    'harbour.example',
    'harbour.crm6.dynamics.com.evil.example',
    'dynamics.com',
    'https://user@127.0.0.1/',
    '',
  ])('refuses %j as an address of an environment', async (address) => {
    const { connector } = await openConnector(dynamics, start)
    const request = { state: 'a', challenge: 'b', redirect: 'https://fieldbook.example/' }
    expect(() => connector.oauth.authorize({ ...request, hint: address })).toThrow(SignInRefused)
  })

  it('requests a token for the environment that the admin typed', () => {
    const connector = dynamics.open({ clientId: 'id', clientSecret: 'secret' })
    const url = connector.oauth.authorize({
      state: 'abc',
      challenge: 'def',
      redirect: 'https://fieldbook.example/crm/return',
      hint: 'Harbour.CRM6.dynamics.com',
    })
    expect(url.origin).toBe('https://login.microsoftonline.com')
    expect(url.searchParams.get('scope')).toBe(
      'https://harbour.crm6.dynamics.com/user_impersonation offline_access openid profile',
    )
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  })

  it('goes to the tenant and the environment of the grant afterwards', async () => {
    const { connector, grant, emulator } = await open()
    expect(grant.signInUrl).toMatch(new RegExp(`^${emulator.url}/[0-9a-f-]{36}$`))
    const baseUrl = 'https://harbour.crm6.dynamics.com/api/data/v9.2'
    const real = dynamics.open({ clientId: 'id', clientSecret: 'secret' })
    expect(real.hosts({ ...grant, baseUrl })).toEqual([
      'login.microsoftonline.com',
      'harbour.crm6.dynamics.com',
    ])
    expect(connector.oauth.hint?.required).toBe(true)
  })

  it('throws Forbidden for a user without a licence', async () => {
    const opened = await openConnector(dynamics, start)
    const [, , stranger] = await users()
    const grant = await signIn(opened, { hint, user: stranger ?? '' })
    await expect(opened.connector.account({ http: opened.http, grant })).rejects.toThrow(Forbidden)
  })

  it('names the account, its user and the zone', async () => {
    const { connector, api } = await open()
    expect(await connector.account(api)).toMatchObject({
      name: 'harbour',
      userEmail: 'ana@harbour.example',
      timeZone: 'Australia/Sydney',
    })
  })
})

const users = async (): Promise<readonly string[]> => {
  const { connector, api } = await open()
  return (await connector.owners(api)).map(({ id }) => id)
}

describe('records in Dynamics 365', () => {
  it('have an id of ours, so that a repeated create meets the first', async () => {
    const connected = await open()
    const first = await writeSingle(connected, companyWrite(company(1)))
    const second = await writeSingle(connected, companyWrite(company(1)))
    expect(idOf(first)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
    expect(second).toEqual(first)
    expect(connected.emulator.records()).toHaveLength(1)
  })

  it('lead to the survivor if a user merged them before the create was repeated', async () => {
    const connected = await open()
    const first = await writeSingle(connected, companyWrite(company(1)))
    const other = await writeSingle(connected, companyWrite(company(2), { key: 'c_2' }))
    connected.emulator.user.merge(idOf(first), idOf(other))
    expect(await writeSingle(connected, companyWrite(company(1)))).toEqual({
      ref: 'row-1',
      is: 'deleted',
      into: idOf(other),
    })
  })

  it('are not written over if they changed since they were read', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const id = idOf(await writeSingle(connected, companyWrite(company(1))))
    const current = (await connector.read(api, 'company', [id], ['description'])).get(id)
    const etag = current?.is === 'live' ? current.etag : undefined
    const update = companyWrite({ description: 'ours' }, { id, etag })
    emulator.user.edit(id, { description: 'theirs' })
    expect(await writeSingle(connected, update)).toMatchObject({ is: 'refused', retry: 'soon' })
    expect(emulator.records()[0]?.values['description']).toBe('theirs')
    expect(await writeSingle(connected, { ...update, etag: undefined })).toMatchObject({
      is: 'updated',
    })
  })

  it('keep choices, lists of choices, owners, text of digits and cleared values apart', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const [, owner = ''] = (await connector.owners(api)).map(({ id }) => id)
    const values = {
      ...company(1),
      ownerid: owner,
      new_regions: ['100000', '100002'],
      address1_postalcode: '2000',
      telephone1: null,
    }
    const id = idOf(await writeSingle(connected, companyWrite(values)))
    const current = await connector.read(api, 'company', [id], Object.keys(values))
    expect(current.get(id)).toMatchObject({ values })
    expect(emulator.records()[0]?.values).toMatchObject({
      industrycode: 9,
      new_regions: '100000,100002',
      address1_postalcode: '2000',
    })
  })

  it('are refused until they are described again, if a column or a choice was removed', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    await writeSingle(connected, companyWrite(company(1)))
    const fault = { kind: 'schema', object: 'account' } as const
    emulator.faults.begin({ ...fault, field: 'industrycode', change: 'retire', option: '9' })
    const write = companyWrite(company(2), { key: 'c_2' })
    const refused = { is: 'refused', retry: 'after-schema' }
    expect(await writeSingle(connected, write)).toMatchObject({ ...refused, field: 'industrycode' })
    const { industrycode, ...rest } = company(2)
    expect(industrycode).toBe('9')
    emulator.faults.begin({ ...fault, field: 'new_abn', change: 'remove' })
    expect(await writeSingle(connected, { ...write, values: rest })).toMatchObject({
      ...refused,
      field: 'new_abn',
    })
    const names = (await connector.describe(api, 'company')).map(({ name }) => name)
    expect(names).not.toContain('new_abn')
  })

  it('read null for a column that was removed meanwhile', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const id = idOf(await writeSingle(connected, companyWrite(company(1))))
    emulator.faults.begin({ kind: 'schema', object: 'account', field: 'new_abn', change: 'remove' })
    const current = await connector.read(api, 'company', [id], ['new_abn', 'name'])
    expect(current.get(id)).toMatchObject({ values: { new_abn: null, name: company(1).name } })
  })

  it('are read as they are under ids of any form', async () => {
    const { connector, api } = await open()
    const current = await connector.read(api, 'company', ["1) or name ne 'x'"], ['name'])
    expect([...current.values()]).toEqual([{ is: 'deleted' }])
  })

  it('need only what the API refuses a create without', async () => {
    const { connector, api, emulator } = await open()
    emulator.faults.begin({
      kind: 'schema',
      object: 'account',
      field: 'accountnumber',
      change: 'require',
    })
    const fields = await connector.describe(api, 'company')
    expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'accountnumber',
    ])
    expect(fields.find(({ name }) => name === 'industrycode')).toMatchObject({
      type: 'choice',
      closed: true,
      choices: expect.arrayContaining([{ value: '9', label: 'Construction', active: true }]),
    })
    expect(fields.find(({ name }) => name === 'emailaddress1')).toMatchObject({ type: 'email' })
    expect(fields.find(({ name }) => name === 'ownerid')).toMatchObject({ type: 'owner' })
    expect(fields.find(({ name }) => name === 'accountid')).toMatchObject({ writable: 'never' })
  })

  it('are answered apart if a row fails with a code of its own', async () => {
    const { connector, api, emulator } = await open()
    emulator.faults.begin({ kind: 'row-fails', row: 1, code: '0x80040265' })
    const writes = [1, 2, 3].map((number) =>
      companyWrite(company(number), { ref: `row-${number}`, key: `c_${number}` }),
    )
    expect(await connector.write(api, writes)).toMatchObject([
      { ref: 'row-1', is: 'created' },
      { ref: 'row-2', is: 'refused', code: '0x80040265', retry: 'never' },
      { ref: 'row-3', is: 'created' },
    ])
  })

  it('are made once if the server fails in the middle of a batch', async () => {
    const { connector, api, emulator } = await open()
    const end = emulator.faults.begin({ kind: 'half-batch', rows: 2 })
    const writes = [1, 2, 3].map((number) =>
      companyWrite(company(number), { ref: `row-${number}`, key: `c_${number}` }),
    )
    await expect(connector.write(api, writes)).rejects.toThrow(Uncertain)
    end()
    const written = await connector.resolve(api, writes, emulator.now())
    expect(written.map(({ is }) => is)).toEqual(['created', 'created', 'created'])
    expect(emulator.records()).toHaveLength(3)
  })

  it('may be leads, in a company too', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const account = idOf(await writeSingle(connected, companyWrite(company(1))))
    const lead = {
      ref: 'row-2',
      object: 'lead',
      key: 'p_1',
      values: { subject: 'Roofs', ...person(1) },
    } as const
    const id = idOf(await writeSingle(connected, lead))
    await connector.link(api, [{ object: 'lead', person: id, company: account }])
    expect(emulator.records().find((each) => each.id === id)).toMatchObject({
      object: 'lead',
      values: { _parentaccountid_value: account },
    })
    const key = { kind: 'email', value: 'KIM@harbour-1.example' } as const
    const [found] = await connector.find(api, 'lead', [key])
    expect(found?.candidates).toMatchObject([{ id, name: 'Kim Park 1' }])
  })

  it('are not put into a company that was deleted', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const account = idOf(await writeSingle(connected, companyWrite(company(1))))
    const contact = { ref: 'row-2', object: 'contact', key: 'p_1', values: person(1) } as const
    const id = idOf(await writeSingle(connected, contact))
    emulator.user.remove(account)
    const pair = { object: 'contact', person: id, company: account } as const
    expect(await connector.link(api, [pair])).toMatchObject([{ ref: id, is: 'refused' }])
    emulator.user.remove(id)
    expect(await connector.link(api, [pair])).toMatchObject([{ ref: id, is: 'deleted' }])
  })
})

describe('lookups in Dynamics 365', () => {
  it('find websites in every spelling, and not those that only contain the domain', async () => {
    const values = { name: 'Other', websiteurl: 'https://not-seed-2.example' }
    const { connector, api } = await open({
      seed: 'demo',
      seedRecords: [{ object: 'account', values }],
    })
    const keys = [1, 2, 3, 4].map((number) => ({
      kind: 'domain' as const,
      value: `seed-${number}.example`,
    }))
    const found = await connector.find(api, 'company', keys)
    expect(
      found.map(({ key, candidates }) => [key.value, candidates.map(({ name }) => name)]),
    ).toEqual([1, 2, 3, 4].map((number) => [`seed-${number}.example`, [`Seed ${number} Pty Ltd`]]))
  })

  it('find an email address with an apostrophe', async () => {
    const connected = await open()
    const { connector, api } = connected
    const values = { ...person(1), emailaddress1: "o'brien@harbour.example" }
    const id = idOf(
      await writeSingle(connected, { ref: 'row-1', object: 'contact', key: 'p_1', values }),
    )
    const key = { kind: 'email', value: "o'brien@harbour.example" } as const
    expect(await connector.find(api, 'contact', [key])).toMatchObject([{ candidates: [{ id }] }])
  })

  it('pass over all accounts in pages, then name merged and deleted ones', async () => {
    const { connector, api, emulator } = await open({ seed: 'demo' })
    const ids: string[] = []
    let cursor: string | null = null
    let pages = 0
    for (let isLast = false; !isLast; pages += 1) {
      const changes = await connector.changes(api, 'company', cursor)
      ids.push(...changes.records.map(({ id }) => id))
      cursor = changes.next
      isLast = changes.isLast
    }
    expect(pages).toBe(3)
    expect(new Set(ids).size).toBe(1_200)
    const [lost = '', survivor = '', removed = ''] = ids
    emulator.user.merge(lost, survivor)
    emulator.user.remove(removed)
    const { records, deleted } = await connector.changes(api, 'company', cursor)
    expect(records.map(({ id }) => id)).toEqual([survivor])
    expect(deleted).toEqual(expect.arrayContaining([{ id: lost, into: survivor }, { id: removed }]))
  })

  it('begin a full pass when Dataverse has forgotten the position', async () => {
    const connected = await open()
    const { connector, http, grant, emulator } = connected
    await writeSingle(connected, companyWrite(company(1)))
    const { next } = await connector.changes(connected.api, 'company', null)
    emulator.advance(8 * 86_400_000)
    const api = { http, grant: await connector.oauth.refresh(http, grant) }
    expect((await connector.changes(api, 'company', next)).records).toHaveLength(1)
  })

  it('go by the time of changes in a table without change tracking', async () => {
    const connected = await open()
    const { connector, api, http, emulator } = connected
    await writeSingle(connected, companyWrite(company(1)))
    const untracked: Http = async (call) =>
      call.headers?.['prefer']?.includes('track-changes')
        ? { status: 400, headers: {}, text: '{"error":{"code":"","message":"Not enabled."}}' }
        : http(call)
    const other = { ...api, http: untracked }
    const first = await connector.changes(other, 'company', null)
    expect(first).toMatchObject({ isLast: true, deleted: [] })
    expect(first.records).toHaveLength(1)
    emulator.advance(600_000)
    const second = idOf(await writeSingle(connected, companyWrite(company(2), { key: 'c_2' })))
    emulator.advance(600_000)
    const third = await connector.changes(other, 'company', first.next)
    expect(third.records.map(({ id }) => id)).toContain(second)
    expect((await connector.changes(other, 'company', third.next)).records).toMatchObject([
      { id: second },
    ])
  })

  it('send no token to another address that an answer names', async () => {
    const { connector, api, http } = await open({ seed: 'demo' })
    const calls: string[] = []
    const lying: Http = async (call) => {
      calls.push(call.url)
      const answer = await http(call)
      return {
        ...answer,
        text: answer.text.replaceAll(/"http[^"]*skiptoken/g, '"https://evil.example/?'),
      }
    }
    const first = await connector.changes({ ...api, http: lying }, 'company', null)
    expect(first.isLast).toBe(false)
    await connector.changes({ ...api, http: lying }, 'company', first.next)
    expect(calls.filter((url) => url.includes('evil.example'))).toEqual([])
  })
})

describe("Dynamics 365's limits", () => {
  it('throw Slow if every row of a batch was refused by one', async () => {
    const { connector, api, http } = await open()
    const part = [
      '--b',
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      '',
      'HTTP/1.1 429 Too Many Requests',
      'Retry-After: 17',
      '',
      '{"error":{"code":"0x80072322","message":"Number of requests exceeded the limit."}}',
      '--b--',
      '',
    ].join('\r\n')
    const limited: Http = async (call) =>
      call.method === 'POST'
        ? { status: 200, headers: { 'content-type': 'multipart/mixed; boundary=b' }, text: part }
        : http(call)
    const before = Date.now()
    const error: unknown = await connector
      .write({ ...api, http: limited }, [companyWrite(company(1))])
      .catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(Slow)
    expect(error instanceof Slow && error.until - before).toBeGreaterThanOrEqual(17_000)
  })

  it.each(['', '--b--\r\n', 'HTTP/1.1 204 No Content'])(
    'leave a batch uncertain whose answer is %j',
    async (text) => {
      const { connector, api, http } = await open()
      const cut: Http = async (call) =>
        call.method === 'POST'
          ? { status: 200, headers: { 'content-type': 'multipart/mixed; boundary=b' }, text }
          : http(call)
      await expect(
        connector.write({ ...api, http: cut }, [companyWrite(company(1))]),
      ).rejects.toThrow(Uncertain)
    },
  )

  it('are not asked about by an answer of another shape', async () => {
    const { connector, api } = await open()
    const odd: Http = () => Promise.resolve({ status: 200, headers: {}, text: '{"value":3}' })
    await expect(connector.owners({ ...api, http: odd })).rejects.toThrow(Unreadable)
  })
})

describe('activities in Dynamics 365', () => {
  const activityOf = (company: string, more: Partial<Activity> = {}): Activity => ({
    ref: 'a-1',
    key: 'v_1',
    kind: 'visit',
    subject: 'Visit: met',
    text: 'Met <Ana>\n& Bo',
    at: Date.UTC(2026, 10, 2, 3, 10),
    ownerId: null,
    company,
    person: null,
    ...more,
  })

  it('are notes with the time of the user, as HTML', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const id = idOf(await writeSingle(connected, companyWrite(company(1))))
    await connector.activity(api, activityOf(id))
    expect(emulator.activities()).toMatchObject([
      {
        object: 'annotation',
        subject: 'Visit: met',
        text: '<div>2 Nov 2026, 2:10 pm</div><div>Met &lt;Ana&gt;</div><div>&amp; Bo</div>',
      },
    ])
  })

  it('are tasks that are due, once for a repeated key', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const id = idOf(await writeSingle(connected, companyWrite(company(1))))
    const task = activityOf(id, { kind: 'task', subject: 'Call back' })
    const first = await connector.activity(api, task)
    expect(first).toMatchObject({ is: 'created' })
    expect(await connector.activity(api, task)).toEqual(first)
    expect(emulator.activities()).toMatchObject([
      {
        object: 'task',
        text: 'Met <Ana>\n& Bo',
        values: { scheduledend: '2026-11-02T03:10:00.000Z' },
      },
    ])
  })

  it('are refused without a company and a person, and of a company that was deleted', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const id = idOf(await writeSingle(connected, companyWrite(company(1))))
    expect(await connector.activity(api, activityOf(id, { company: null }))).toMatchObject({
      is: 'refused',
    })
    emulator.user.remove(id)
    expect(await connector.activity(api, activityOf(id))).toMatchObject({ is: 'refused' })
    expect(emulator.activities()).toEqual([])
  })
})
