import { describe, expect, it } from 'vitest'
import type { CrmEmulatorOptions } from '../../../emulators/crm/core/types.ts'
import { startSalesforceEmulator } from '../../../emulators/crm/salesforce/emulator.ts'
import {
  BatchRefused,
  ClientRefused,
  Expired,
  Forbidden,
  Revoked,
  SignInRefused,
  Slow,
  Unavailable,
  Uncertain,
} from '../../../server/connectors/errors.ts'
import type { Http } from '../../../server/connectors/http.ts'
import type { Activity, ObjectKind, Write, Written } from '../../../server/connectors/port.ts'
import { salesforce } from '../../../server/connectors/salesforce/connector.ts'
import { connect, openConnector, signIn, type Connected } from '../../kit/crm/connect.ts'
import { describeConnector } from '../../kit/crm/connector-suite.ts'
import { liveRecords, type ConnectorSubject } from '../../kit/crm/subject.ts'

const start = (options: CrmEmulatorOptions = {}) => startSalesforceEmulator({ env: {}, ...options })

const company = (number: number) => ({
  Name: `Harbour ${number} Pty Ltd`,
  Website: `https://www.harbour-${number}.example`,
  Phone: `+61 2 5550 10${String(number).padStart(2, '0')}`,
  Industry: 'Construction',
  NumberOfEmployees: 12,
  ABN__c: `5182475${String(number).padStart(4, '0')}`,
})

const person = (number: number) => ({
  FirstName: 'Kim',
  LastName: `Park ${number}`,
  Email: `kim@harbour-${number}.example`,
  Title: 'Manager',
  DoNotCall: true,
})

const subject: ConnectorSubject = {
  kind: salesforce,
  start,
  records: { company: 'Account', person: 'Contact' },
  company,
  person,
  textField: 'Description',
  refused: { Website: 'https://nameless.example' },
  keys: {
    company: (number) => [
      { kind: 'domain', value: `harbour-${number}.example` },
      { kind: 'abn', value: company(number).ABN__c },
      { kind: 'own', value: `c_${number}` },
    ],
    person: (number) => [
      { kind: 'email', value: person(number).Email },
      { kind: 'own', value: `p_${number}` },
    ],
  },
  // A duplicate rule refuses it, but names no record; see below.
  refusesDoubles: false,
  followsMerges: true,
  writePath: '/composite/sobjects',
  activityPath: '/sobjects/Task',
  companyOf: ({ values }) => (typeof values['AccountId'] === 'string' ? values['AccountId'] : null),
}

describeConnector(subject)

const open = (options?: CrmEmulatorOptions) => connect(salesforce, () => start(options))

/** This user may not see the own key field. */
const withoutOwnKey = async (): Promise<Connected> => {
  const opened = await openConnector(salesforce, start)
  const grant = await signIn(opened, { user: '0055g0000000002AAA' })
  return { ...opened, grant, api: { http: opened.http, grant } }
}

const companyWrite = (values: Write['values'], more: Partial<Write> = {}): Write => ({
  ref: 'row-1',
  object: 'company',
  key: 'c_1',
  values,
  ...more,
})

const personWrite = (object: ObjectKind, values: Write['values'] = person(1)): Write => ({
  ref: 'row-1',
  object,
  key: 'p_1',
  values,
})

const companyWrites = (count: number): readonly Write[] =>
  Array.from({ length: count }, (_, index) =>
    companyWrite(company(index + 1), { ref: `row-${index + 1}`, key: `c_${index + 1}` }),
  )

const writeSingle = async ({ connector, api }: Connected, write: Write) => {
  const [written] = await connector.write(api, [write])
  return written
}

const idOf = (written: Written | undefined): string => (written?.is === 'created' ? written.id : '')

/** Answers calls whose address holds `path` itself. */
const answering =
  (http: Http, path: string, status: number, body: unknown): Http =>
  async (call) =>
    call.url.includes(path)
      ? { status, headers: {}, text: typeof body === 'string' ? body : JSON.stringify(body) }
      : http(call)

describe('sign-in to Salesforce', () => {
  it.each([
    [undefined, 'https://login.salesforce.com'],
    ['', 'https://login.salesforce.com'],
    ['test.salesforce.com', 'https://test.salesforce.com'],
    ['Acme', 'https://acme.my.salesforce.com'],
    ['https://acme.lightning.force.com/lightning/page/home', 'https://acme.my.salesforce.com'],
    ['acme--uat.sandbox.my.salesforce.com', 'https://acme--uat.sandbox.my.salesforce.com'],
  ])('for %j is at %s', (hint, origin) => {
    const { oauth } = salesforce.open({ clientId: 'id', clientSecret: 'secret' })
    const request = { state: 'a', challenge: 'b', redirect: 'https://fieldbook.example/' }
    expect(oauth.authorize({ ...request, hint }).origin).toBe(origin)
  })

  it.each([
    'acme.example',
    'my.salesforce.com.evil.example',
    'evil.example/.my.salesforce.com',
    'https://127.0.0.1/',
    'acme.my.salesforce.com.',
  ])('refuses %j as an address of an account', (hint) => {
    const { oauth } = salesforce.open({ clientId: 'id', clientSecret: 'secret' })
    const request = { state: 'a', challenge: 'b', redirect: 'https://fieldbook.example/' }
    expect(() => oauth.authorize({ ...request, hint })).toThrow(SignInRefused)
  })

  it('sends PKCE and requests no more than it needs', () => {
    const { oauth } = salesforce.open({ clientId: 'id', clientSecret: 'secret' })
    const url = oauth.authorize({
      state: 'a',
      challenge: 'b',
      redirect: 'https://fieldbook.example/',
    })
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope: 'api refresh_token openid id',
      code_challenge: 'b',
      code_challenge_method: 'S256',
      state: 'a',
    })
  })

  it('names the account, its user and the zone', async () => {
    const { connector, api } = await open()
    expect(await connector.account(api)).toMatchObject({
      name: 'Harbour Sales',
      userEmail: 'ana@harbour.example',
      timeZone: 'Australia/Sydney',
    })
  })

  it('does not end when two processes refresh at once', async () => {
    const { connector, http, grant } = await open()
    const results = await Promise.allSettled(
      [1, 2].map(async () => connector.oauth.refresh(http, grant)),
    )
    const [next] = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const [error] = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(error).toBeInstanceOf(Unavailable)
    await expect(connector.account({ http, grant: next ?? grant })).resolves.toHaveProperty('name')
  })

  it('ends with a refresh whose answer was lost', async () => {
    const { connector, http, api, grant, emulator } = await open()
    emulator.faults.begin({ kind: 'lost', path: '/services/oauth2/token', times: 1 })
    await expect(connector.oauth.refresh(http, grant)).rejects.toThrow(Uncertain)
    await expect(connector.oauth.refresh(http, grant)).rejects.toThrow(Revoked)
    await expect(connector.account(api)).rejects.toThrow(Expired)
  })

  it('goes where each token answer says that the API is', async () => {
    const { connector, http, grant } = await open()
    const moved: Http = async (call) => {
      const answer = await http(call)
      return {
        ...answer,
        text: answer.text.replace(
          /"instance_url":"[^"]*"/,
          '"instance_url":"https://harbour2.my.salesforce.com"',
        ),
      }
    }
    expect(await connector.oauth.refresh(moved, grant)).toMatchObject({
      baseUrl: 'https://harbour2.my.salesforce.com',
      signInUrl: grant.signInUrl,
    })
  })

  it.each([
    [{ error: 'invalid_client_id', error_description: 'client identifier invalid' }, ClientRefused],
    [{ error: 'inactive_user', error_description: 'user is inactive' }, Revoked],
    [{ error: 'rate_limit_exceeded' }, Slow],
    [{ error: 'invalid_grant', error_description: 'ip restricted' }, Forbidden],
    [{ error: 'server_error' }, Unavailable],
    ['<html>', Unavailable],
  ])('after a refresh refused with %j throws %o', async (body, kind) => {
    const { connector, http, grant } = await open()
    const refused = answering(http, '/oauth2/token', 400, body)
    await expect(connector.oauth.refresh(refused, grant)).rejects.toThrow(kind)
  })

  it('throws Forbidden for an account without the API', async () => {
    const { connector, api, http } = await open()
    const text = 'The REST API is not enabled for this Organization.'
    const refused = answering(http, '/query', 403, [
      { errorCode: 'API_DISABLED_FOR_ORG', message: text },
    ])
    await expect(connector.account({ ...api, http: refused })).rejects.toThrow(Forbidden)
    await expect(connector.account({ ...api, http: refused })).rejects.toThrow(text)
  })

  it('names the scopes that a user could not grant', async () => {
    const opened = await openConnector(salesforce, start)
    const grant = await signIn(opened, { user: '0055g0000000003AAA' })
    expect(await opened.connector.account({ http: opened.http, grant })).toMatchObject({
      missingScopes: ['openid'],
    })
  })
})

describe('records in Salesforce', () => {
  it('are the same for a repeated create, by our own external id', async () => {
    const connected = await open()
    const first = await writeSingle(connected, companyWrite(company(1)))
    const second = await writeSingle(connected, companyWrite({ ...company(1), Name: 'Harbour' }))
    expect(second).toEqual({ ref: 'row-1', is: 'updated', id: idOf(first) })
    expect(connected.emulator.records()).toHaveLength(1)
  })

  it('are created without our own key where the user may not see its field', async () => {
    const connected = await withoutOwnKey()
    const { connector, api, emulator } = connected
    expect(await connector.ownKey?.ensure(api, 'company')).toBe(false)
    const written = await connector.write(api, companyWrites(3))
    expect(written.map(({ is }) => is)).toEqual(['created', 'created', 'created'])
    expect(emulator.records().map(({ values }) => values['Fieldbook_Id__c'])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('without our own key are found after a lost answer, by user, time, name and website', async () => {
    const connected = await withoutOwnKey()
    const { connector, api, emulator } = connected
    emulator.user.add('Account', company(2))
    emulator.advance(1_000)
    const sentAt = emulator.now()
    const end = emulator.faults.begin({ kind: 'half-batch', rows: 1, method: 'POST' })
    const writes = companyWrites(2)
    await expect(connector.write(api, writes)).rejects.toThrow(Uncertain)
    end()
    const ours = emulator.records().find(({ source }) => source === 'api')
    expect(await connector.resolve(api, writes, sentAt)).toEqual([
      { ref: 'row-1', is: 'created', id: ours?.id },
      { ref: 'row-2', is: 'absent' },
    ])
  })

  it('that a user deleted or merged after a lost answer lead to the survivor', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const sentAt = emulator.now()
    const writes = companyWrites(3)
    const [lost = '', removed = '', survivor = ''] = (await connector.write(api, writes)).map(idOf)
    emulator.user.merge(lost, survivor)
    emulator.user.remove(removed)
    expect(await connector.resolve(api, writes, sentAt)).toEqual([
      { ref: 'row-1', is: 'deleted', into: survivor },
      { ref: 'row-2', is: 'deleted' },
      { ref: 'row-3', is: 'created', id: survivor },
    ])
  })

  it('exist for a duplicate rule, which names none of them in a call of several rows', async () => {
    const { connector, api, emulator } = await open()
    emulator.user.add('Contact', person(1))
    expect(
      await connector.write(api, [
        personWrite('contact'),
        { ...personWrite('contact', person(2)), ref: 'row-2', key: 'p_2' },
      ]),
    ).toMatchObject([
      { ref: 'row-1', is: 'exists', candidates: [] },
      { ref: 'row-2', is: 'created' },
    ])
    expect(liveRecords(emulator, 'Contact')).toHaveLength(2)
  })

  it('exist with their ids where the rule or a unique field names them', async () => {
    const { connector, api, http } = await open()
    const named = answering(http, '/composite/sobjects', 200, [
      {
        success: false,
        errors: [
          {
            statusCode: 'DUPLICATES_DETECTED',
            message: 'Use one of these records?',
            fields: [],
            duplicateResult: {
              matchResults: [{ matchRecords: [{ record: { Id: '0035g0000000007AAA' } }] }],
            },
          },
        ],
      },
      {
        success: false,
        errors: [
          {
            statusCode: 'DUPLICATE_VALUE',
            message:
              'duplicate value found: Tax__c duplicates value on record with id: 0015g00000AbCdE',
            fields: [],
          },
        ],
      },
    ])
    expect(await connector.write({ ...api, http: named }, companyWrites(2))).toEqual([
      { ref: 'row-1', is: 'exists', candidates: ['0035g0000000007AAA'] },
      { ref: 'row-2', is: 'exists', candidates: ['0015g00000AbCdEAAV'] },
    ])
  })

  it('are never saved against a duplicate rule of the customer', async () => {
    const { connector, api, http } = await open()
    const headers: (string | undefined)[] = []
    const seen: Http = async (call) => {
      if (call.method !== 'GET') headers.push(call.headers?.['sforce-duplicate-rule-header'])
      return http(call)
    }
    await connector.write({ ...api, http: seen }, companyWrites(2))
    expect(headers).toEqual([expect.stringContaining('allowSave=false')])
  })

  it.each([
    [{ ABN__c: '123' }, 'FIELD_CUSTOM_VALIDATION_EXCEPTION', 'ABN__c', 'never'],
    [{ Region__c: 'West' }, 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', 'Region__c', 'after-schema'],
    [{ Nope__c: 'x' }, 'INVALID_FIELD', 'Nope__c', 'after-schema'],
    [{ TickerSymbol: 'x'.repeat(21) }, 'STRING_TOO_LONG', 'TickerSymbol', 'after-schema'],
    [{ OwnerId: '0055g0000000004AAA' }, 'INACTIVE_OWNER_OR_USER', 'OwnerId', 'never'],
    [{ Name: ' ' }, 'REQUIRED_FIELD_MISSING', 'Name', 'after-schema'],
  ])(
    'are refused for %j with the code, the field and a hint to retry',
    async (values, code, field, retry) => {
      const connected = await open()
      const write = companyWrite({ ...company(1), ...values })
      expect(await writeSingle(connected, write)).toMatchObject({
        is: 'refused',
        code,
        field,
        retry,
      })
      expect(connected.emulator.records()).toEqual([])
    },
  )

  it('are refused for a while if they are locked', async () => {
    const connected = await open()
    connected.emulator.faults.begin({ kind: 'locked', times: 1 })
    expect(await writeSingle(connected, companyWrite(company(1)))).toMatchObject({
      is: 'refused',
      code: 'UNABLE_TO_LOCK_ROW',
      retry: 'soon',
    })
  })

  it('are refused as a whole call if no row is to blame', async () => {
    const { connector, api, http } = await open()
    const refused = answering(http, '/composite/sobjects', 400, [
      { errorCode: 'JSON_PARSER_ERROR', message: 'Cannot deserialize instance of double' },
    ])
    const other = { ...api, http: refused }
    await expect(connector.write(other, companyWrites(2))).rejects.toThrow(BatchRefused)
    expect(await connector.write(other, companyWrites(1))).toMatchObject([
      { ref: 'row-1', is: 'refused', code: 'JSON_PARSER_ERROR' },
    ])
  })

  it.each([
    ['of another number of rows', [{ id: '0015g0000000009AAA', success: true, errors: [] }]],
    ['that is no list', { success: true }],
    ['that is cut', '[{"id":"001'],
  ])('are uncertain after an answer %s', async (_, body) => {
    const { connector, api, http } = await open()
    const odd = answering(http, '/composite/sobjects', 200, body)
    await expect(connector.write({ ...api, http: odd }, companyWrites(2))).rejects.toThrow(
      Uncertain,
    )
  })

  it('store several choices, and read them as Salesforce writes them', async () => {
    const connected = await open()
    const { connector, api } = connected
    const write = companyWrite({ ...company(1), Tags__c: ['Gold', 'New'] })
    const id = idOf(await writeSingle(connected, write))
    const current = await connector.read(api, 'company', [id], ['Tags__c', 'Gone__c'])
    expect(current.get(id)).toMatchObject({ is: 'live', values: { Tags__c: 'Gold;New' } })
  })

  it('lead to the last survivor of several merges when they are updated', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const ids = (await connector.write(api, companyWrites(3))).map(idOf)
    const [first = '', second = '', third = ''] = ids
    emulator.user.merge(first, second)
    emulator.user.merge(second, third)
    const update = companyWrite({ Description: 'x' }, { id: first })
    expect(await writeSingle(connected, update)).toEqual({
      ref: 'row-1',
      is: 'deleted',
      into: third,
    })
    const unknown = companyWrite({ Description: 'x' }, { id: '0015g000000zzzzAAA' })
    expect(await writeSingle(connected, unknown)).toMatchObject({ is: 'deleted' })
  })

  it('are refused, not deleted, if the account that they are put into was deleted', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const account = idOf(await writeSingle(connected, companyWrite(company(1))))
    const id = idOf(await writeSingle(connected, personWrite('contact')))
    emulator.user.remove(account)
    const pair = { object: 'contact', person: id, company: account } as const
    expect(await connector.link(api, [pair])).toMatchObject([{ ref: id, is: 'refused' }])
  })

  it('may be leads, which have no account', async () => {
    const connected = await open()
    const { connector, api } = connected
    const account = idOf(await writeSingle(connected, companyWrite(company(1))))
    const lead = personWrite('lead', { ...person(1), Company: 'Harbour 1 Pty Ltd' })
    const id = idOf(await writeSingle(connected, lead))
    expect(id).toMatch(/^00Q/)
    const pair = { object: 'lead', person: id, company: account } as const
    expect(await connector.link(api, [pair])).toMatchObject([
      { ref: id, is: 'refused', retry: 'never' },
    ])
  })

  it('of leads that were converted are neither found nor live', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const lead = personWrite('lead', { ...person(1), Company: 'Harbour 1 Pty Ltd' })
    const id = idOf(await writeSingle(connected, lead))
    emulator.user.edit(id, { IsConverted: true })
    const key = { kind: 'email', value: person(1).Email } as const
    expect(await connector.find(api, 'lead', [key])).toEqual([])
    expect((await connector.read(api, 'lead', [id], [])).get(id)).toEqual({ is: 'deleted' })
    const update = { ...lead, id, values: { Title: 'Owner' } }
    expect(await writeSingle(connected, update)).toMatchObject({ is: 'refused' })
  })

  it('are put into accounts in the order of the accounts', async () => {
    const connected = await open()
    const { connector, api, http } = connected
    const accounts = (await connector.write(api, companyWrites(2))).map(idOf)
    const people = (
      await connector.write(
        api,
        [1, 2, 3].map((number) => ({
          ...personWrite('contact', person(number)),
          ref: `row-${number}`,
          key: `p_${number}`,
        })),
      )
    ).map(idOf)
    const bodies: string[] = []
    const seen: Http = async (call) => {
      bodies.push(call.body ?? '')
      return http(call)
    }
    const pairs = people.map((id, index) => ({
      object: 'contact' as const,
      person: id,
      company: accounts[index % 2] ?? '',
    }))
    const written = await connector.link({ ...api, http: seen }, pairs)
    expect(written.map(({ is }) => is)).toEqual(['updated', 'updated', 'updated'])
    const [first = '', second = ''] = accounts
    expect(bodies.join('').match(new RegExp(`${first}|${second}`, 'g'))).toEqual([
      first,
      first,
      second,
    ])
  })
})

describe('lookups in Salesforce', () => {
  it('find websites in every spelling, and not those that only contain the domain', async () => {
    const { connector, api } = await open({
      seedRecords: [
        'acme.example',
        'www.acme.example',
        'HTTPS://WWW.ACME.EXAMPLE/',
        'http://acme.example/au?x=1',
        'https://not-acme.example',
        'https://acme.example.evil.example',
      ].map((Website) => ({ object: 'Account', values: { Name: Website, Website } })),
    })
    const [found, other] = await connector.find(api, 'company', [
      { kind: 'domain', value: 'acme.example' },
    ])
    expect(other).toBeUndefined()
    expect(found?.candidates.map(({ name }) => name).toSorted()).toEqual([
      'HTTPS://WWW.ACME.EXAMPLE/',
      'acme.example',
      'http://acme.example/au?x=1',
      'www.acme.example',
    ])
  })

  it.each(["o'brien@harbour.example", 'a\\b@harbour.example', 'a_%b@harbour.example'])(
    'find the email address %j',
    async (Email) => {
      const connected = await open()
      const { connector, api } = connected
      const write = personWrite('contact', { ...person(1), Email })
      const id = idOf(await writeSingle(connected, write))
      expect(await connector.find(api, 'contact', [{ kind: 'email', value: Email }])).toMatchObject(
        [{ candidates: [{ id }] }],
      )
    },
  )

  it('find an ABN in digits and as the register writes it', async () => {
    const { connector, api } = await open({
      seedRecords: [{ object: 'Account', values: { Name: 'Spaced', ABN__c: '51 824 753 556' } }],
    })
    expect(
      await connector.find(api, 'company', [{ kind: 'abn', value: '51824753556' }]),
    ).toMatchObject([{ candidates: [{ name: 'Spaced' }] }])
  })

  it('find hundreds of domains in addresses that are short enough', async () => {
    const { connector, api, emulator } = await open()
    const keys = Array.from({ length: 400 }, (_, index) => ({
      kind: 'domain' as const,
      value: `a-rather-long-name-of-a-company-${index}.example`,
    }))
    emulator.user.add('Account', { Name: 'Last', Website: keys.at(-1)?.value })
    const found = await connector.find(api, 'company', keys)
    expect(found.map(({ key }) => key)).toEqual(keys.slice(-1))
  })

  it('read fields that are hidden meanwhile as absent', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const id = idOf(await writeSingle(connected, companyWrite(company(1))))
    emulator.faults.begin({ kind: 'schema', object: 'Account', field: 'ABN__c', change: 'remove' })
    const current = await connector.read(api, 'company', [id], ['ABN__c', 'Name'])
    expect(current.get(id)).toMatchObject({ is: 'live', values: { Name: company(1).Name } })
    expect(current.get(id)).not.toHaveProperty('values.ABN__c')
  })

  it('pass over more accounts of the same moment than a page holds, once each', async () => {
    const at = Date.UTC(2026, 10, 2)
    const { connector, api } = await open({
      now: () => at,
      seedRecords: Array.from({ length: 2_300 }, (_, index) => ({
        object: 'Account',
        values: { Name: `Seed ${index}` },
      })),
    })
    const ids: string[] = []
    let cursor: string | null = null
    let pages = 0
    for (let isLast = false; !isLast && pages < 10; pages += 1) {
      const changes = await connector.changes(api, 'company', cursor)
      ids.push(...changes.records.map(({ id }) => id))
      cursor = changes.next
      isLast = changes.isLast
    }
    expect(pages).toBe(2)
    expect([ids.length, new Set(ids).size]).toEqual([2_300, 2_300])
  })

  it('name the survivor of an account that was merged', async () => {
    const { connector, api, emulator } = await open()
    const [lost = '', survivor = ''] = (await connector.write(api, companyWrites(2))).map(idOf)
    emulator.user.merge(lost, survivor)
    expect(await connector.changes(api, 'company', null)).toMatchObject({
      records: [{ id: survivor }],
      deleted: [{ id: lost, into: survivor }],
    })
  })
})

describe("Salesforce's limits", () => {
  it('throw Slow at four fifths of the calls of a day, before other apps have none', async () => {
    const { connector, api, emulator } = await open()
    emulator.faults.begin({ kind: 'budget', left: 19_000 })
    const error: unknown = await connector
      .find(api, 'company', [{ kind: 'domain', value: 'acme.example' }])
      .catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(Slow)
    expect(error).toMatchObject({ limit: 'budget' })
  })

  it('tell calls at once from calls of a day', async () => {
    const { connector, api, emulator } = await open()
    for (const limit of ['calls', 'budget'] as const) {
      const end = emulator.faults.begin({ kind: 'throttle', limit })
      await expect(connector.write(api, companyWrites(1))).rejects.toMatchObject({ limit })
      end()
    }
  })

  it('count two calls for creates without our own key', () => {
    const { cost } = salesforce.open({ clientId: 'id', clientSecret: 'secret' })
    expect(cost({ create: 400, update: 200, read: 201 })).toEqual({
      calls: 7,
      units: null,
      minutes: 1,
    })
  })
})

describe('tasks in Salesforce', () => {
  const activityOf = (company: string | null, more: Partial<Activity> = {}): Activity => ({
    ref: 'a-1',
    key: 'v_1',
    kind: 'visit',
    subject: 'Visit: met',
    text: 'Met <Ana>\n& Bo',
    // Already the third in Sydney.
    at: Date.UTC(2026, 10, 2, 22),
    ownerId: null,
    company,
    person: null,
    ...more,
  })
  const withCompany = async () => {
    const connected = await open()
    return { ...connected, id: idOf(await writeSingle(connected, companyWrite(company(1)))) }
  }

  it('are done for a visit, on the day and with the time of the user', async () => {
    const { connector, api, emulator, id } = await withCompany()
    await connector.activity(api, activityOf(id))
    expect(emulator.activities()).toMatchObject([
      {
        subject: 'Visit: met',
        text: '3 Nov 2026, 9:00 am\n\nMet <Ana>\n& Bo',
        values: {
          Status: 'Completed',
          ActivityDate: '2026-11-03',
          CallObject: 'fieldbook:v_1',
        },
      },
    ])
  })

  it('are open and due for a task', async () => {
    const { connector, api, emulator, id } = await withCompany()
    await connector.activity(api, activityOf(id, { kind: 'task', subject: 'Call back' }))
    expect(emulator.activities()).toMatchObject([
      { text: 'Met <Ana>\n& Bo', values: { Status: 'Not Started', ActivityDate: '2026-11-03' } },
    ])
  })

  it('carry our key at the end of the subject where its field is hidden', async () => {
    const { connector, api, emulator, id } = await withCompany()
    emulator.faults.begin({ kind: 'schema', object: 'Task', field: 'CallObject', change: 'remove' })
    const activity = activityOf(id, { subject: 'x'.repeat(300) })
    const written = await connector.activity(api, activity)
    expect(emulator.activities()[0]?.subject).toMatch(/^x{230,}… \[fieldbook:v_1\]$/)
    expect(emulator.activities()[0]?.subject).toHaveLength(255)
    expect(await connector.resolveActivity(api, activity, emulator.now())).toEqual(written)
  })

  it('of a lead name no company', async () => {
    const connected = await withCompany()
    const { connector, api, emulator, id } = connected
    const write = personWrite('lead', { ...person(1), Company: 'Harbour 1 Pty Ltd' })
    const lead = idOf(await writeSingle(connected, write))
    const activity = activityOf(id, { person: { object: 'lead', id: lead } })
    expect(await connector.activity(api, activity)).toMatchObject({ is: 'created' })
    expect(emulator.activities()).toMatchObject([{ company: null, person: lead }])
  })

  it('are refused without a company and a person, and of a company that was deleted', async () => {
    const { connector, api, emulator, id } = await withCompany()
    expect(await connector.activity(api, activityOf(null))).toMatchObject({ is: 'refused' })
    emulator.user.remove(id)
    expect(await connector.activity(api, activityOf(id))).toMatchObject({ is: 'refused' })
    expect(emulator.activities()).toEqual([])
  })
})
