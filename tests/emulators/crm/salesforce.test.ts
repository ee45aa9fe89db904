import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CrmEmulator, CrmEmulatorOptions } from '../../../emulators/crm/core/types.ts'
import { startSalesforceEmulator } from '../../../emulators/crm/salesforce/emulator.ts'
import { redirect } from '../../kit/crm/connect.ts'
import { decide } from '../../kit/crm/decide.ts'

type Answer = { status: number; body: unknown; headers: Headers }

const verifier = 'v'.repeat(43)
const dataPath = '/services/data/v67.0'
const bo = '0055g0000000002AAA'

const start = async (options: CrmEmulatorOptions = {}): Promise<CrmEmulator> => {
  const emulator = await startSalesforceEmulator({ env: {}, ...options })
  onTestFinished(() => emulator.close())
  return emulator
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json().catch(() => null),
  headers: response.headers,
})

const requestToken = async (
  { url, settings }: CrmEmulator,
  parameters: Record<string, string>,
): Promise<Answer> =>
  answerOf(
    await fetch(`${url}/services/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        ...parameters,
      }),
    }),
  )

const newCode = async ({ url, settings }: CrmEmulator, user?: string): Promise<string> => {
  const authorize = new URL('/services/oauth2/authorize', url)
  authorize.search = new URLSearchParams({
    client_id: settings.clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'api refresh_token openid id',
    state: 'abc',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return (await decide(authorize, 'allow', user)).get('code') ?? ''
}

type Tokens = { access: string; refresh: string }

const signIn = async (emulator: CrmEmulator, user?: string): Promise<Tokens> => {
  const { body } = await requestToken(emulator, {
    grant_type: 'authorization_code',
    code: await newCode(emulator, user),
    redirect_uri: redirect,
    code_verifier: verifier,
  })
  const { access_token: access, refresh_token: refresh } = Object(body)
  return { access: String(access), refresh: String(refresh) }
}

const refreshOf = ({ refresh }: Tokens) => ({
  grant_type: 'refresh_token',
  refresh_token: refresh,
})

const clientOf = ({ url }: CrmEmulator, { access }: Tokens) => {
  const call = async (method: string, path: string, body?: object): Promise<Answer> =>
    answerOf(
      await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${access}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  return {
    get: (path: string) => call('GET', path),
    query: (soql: string, resource = 'query') =>
      call('GET', `${dataPath}/${resource}?q=${encodeURIComponent(soql)}`),
    send: (method: string, path: string, body: object) => call(method, `${dataPath}${path}`, body),
  }
}

const connect = async (options?: CrmEmulatorOptions, user?: string) => {
  const emulator = await start(options)
  const tokens = await signIn(emulator, user)
  return { emulator, tokens, ...clientOf(emulator, tokens) }
}

const account = (values: object) => ({ attributes: { type: 'Account' }, ...values })
const refused = (status: number, errorCode: string) => ({ status, body: [{ errorCode }] })

describe("Salesforce's tokens", () => {
  it('are refused without the verifier of PKCE', async () => {
    const emulator = await start()
    const code = await newCode(emulator)
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: redirect }
    for (const other of [{}, { code_verifier: 'x'.repeat(43) }])
      expect(await requestToken(emulator, { ...redeem, ...other })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      })
    expect(await requestToken(emulator, { ...redeem, code_verifier: verifier })).toMatchObject({
      status: 200,
      body: { instance_url: emulator.url, token_type: 'Bearer' },
    })
  })

  it('rotate, and all of a grant end when an old refresh token is used', async () => {
    const { emulator, tokens } = await connect()
    const { body } = await requestToken(emulator, refreshOf(tokens))
    const { access_token: access, refresh_token: refresh } = Object(body)
    const next = clientOf(emulator, { access: String(access), refresh: String(refresh) })
    expect(await next.query('SELECT Id FROM Account')).toMatchObject({ status: 200 })
    expect(await requestToken(emulator, refreshOf(tokens))).toMatchObject({
      status: 400,
      body: { error_description: 'expired access/refresh token' },
    })
    expect(await next.query('SELECT Id FROM Account')).toMatchObject(
      refused(401, 'INVALID_SESSION_ID'),
    )
    expect(
      await requestToken(emulator, { grant_type: 'refresh_token', refresh_token: String(refresh) }),
    ).toMatchObject({ status: 400 })
  })

  it('live 2 hours after their last use', async () => {
    const { emulator, query } = await connect()
    for (const status of [200, 200, 200]) {
      emulator.advance(7_100_000)
      expect(await query('SELECT Id FROM Account')).toMatchObject({ status })
    }
    emulator.advance(7_200_000)
    expect(await query('SELECT Id FROM Account')).toMatchObject({ status: 401 })
  })

  it('of the oldest of six approvals of a user end', async () => {
    const emulator = await start()
    const approvals: Tokens[] = []
    for (let count = 0; count < 6; count += 1) approvals.push(await signIn(emulator))
    const statuses: number[] = []
    for (const tokens of approvals)
      statuses.push((await requestToken(emulator, refreshOf(tokens))).status)
    expect(statuses).toEqual([400, 200, 200, 200, 200, 200])
  })
})

describe("Salesforce's records", () => {
  it('are answered in order, and those that fail stop no other', async () => {
    const { send, emulator } = await connect()
    const records = [
      account({ Name: 'A' }),
      account({ Website: 'b.example' }),
      account({ Name: 'C' }),
    ]
    const answer = await send('POST', '/composite/sobjects', { allOrNone: false, records })
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { success: true, errors: [] },
        {
          success: false,
          errors: [{ statusCode: 'REQUIRED_FIELD_MISSING', fields: ['Name'] }],
        },
        { success: true, errors: [] },
      ],
    })
    expect(emulator.records().map(({ values }) => values['Name'])).toEqual(['A', 'C'])
  })

  it('are updated instead of created under an external id that is there', async () => {
    const { send, emulator } = await connect()
    const path = '/composite/sobjects/Account/Fieldbook_Id__c'
    const rows = (name: string) => ({ records: [account({ Name: name, Fieldbook_Id__c: 'c_1' })] })
    expect(await send('PATCH', path, rows('A'))).toMatchObject({ body: [{ created: true }] })
    expect(await send('PATCH', path, rows('B'))).toMatchObject({ body: [{ created: false }] })
    expect(emulator.records().map(({ values }) => values['Name'])).toEqual(['B'])
  })

  it('with the same external id twice in a call all fail', async () => {
    const { send, emulator } = await connect()
    const row = account({ Name: 'A', Fieldbook_Id__c: 'c_1' })
    const path = '/composite/sobjects/Account/Fieldbook_Id__c'
    const failed = { success: false, errors: [{ statusCode: 'DUPLICATE_VALUE' }] }
    expect(await send('PATCH', path, { records: [row, row] })).toMatchObject({
      body: [failed, failed],
    })
    expect(emulator.records()).toEqual([])
  })

  it('are upserted by an external id only, which the user can see', async () => {
    const { send } = await connect()
    const body = { records: [account({ Name: 'A' })] }
    expect(await send('PATCH', '/composite/sobjects/Account/ABN__c', body)).toMatchObject(
      refused(400, 'INVALID_FIELD'),
    )
    const other = await connect({}, bo)
    expect(
      await other.send('PATCH', '/composite/sobjects/Account/Fieldbook_Id__c', body),
    ).toMatchObject(refused(404, 'NOT_FOUND'))
  })

  it('are refused as a whole when there are none, too many, or of a wrong type', async () => {
    const { send } = await connect()
    const post = (records: readonly object[]) => send('POST', '/composite/sobjects', { records })
    expect(await post([])).toMatchObject(refused(400, 'REQUIRED_FIELD_MISSING'))
    const many = Array.from({ length: 201 }, (_, index) => account({ Name: `A${index}` }))
    expect(await post(many)).toMatchObject(refused(400, 'LIMIT_EXCEEDED'))
    expect(await post([account({ Name: 'A', NumberOfEmployees: '12' })])).toMatchObject(
      refused(400, 'JSON_PARSER_ERROR'),
    )
    expect(await post([{ Name: 'A' }])).toMatchObject(refused(400, 'INVALID_INPUT'))
  })

  it('that were deleted or merged are refused for a change', async () => {
    const { send, emulator } = await connect()
    const id = emulator.user.add('Account', { Name: 'A' })
    emulator.user.merge(id, emulator.user.add('Account', { Name: 'B' }))
    const records = [{ ...account({ Name: 'C' }), id }]
    expect(await send('PATCH', '/composite/sobjects', { records })).toMatchObject({
      body: [{ success: false, errors: [{ statusCode: 'ENTITY_IS_DELETED' }] }],
    })
  })
})

describe("Salesforce's fields", () => {
  const namesFor = async (user?: string): Promise<string[]> => {
    const { get } = await connect({}, user)
    const { body } = await get(`${dataPath}/sobjects/Account/describe`)
    const { fields } = Object(body)
    return Object.values(Object(fields)).map((field) => String(Object(field).name))
  }

  it('are described without those that the user may not see', async () => {
    expect(await namesFor()).toContain('Fieldbook_Id__c')
    const names = await namesFor(bo)
    expect(names).toContain('Website')
    expect(names).not.toContain('Fieldbook_Id__c')
  })
})

describe("Salesforce's queries", () => {
  const namesIn = ({ body }: Answer): string[] =>
    Object.values(Object(Object(body).records)).map((row) => String(Object(row).Name))

  it.each([
    ["Name = 'ACME'", ['Acme']],
    ["Name LIKE 'ac%'", ['Acme', 'Ac_e']],
    ["Name LIKE 'Ac\\_e'", ['Ac_e']],
    ["Name LIKE 'Ac_e'", ['Acme', 'Ac_e']],
    ["Name LIKE '%(x)%'", ['100% (x)']],
    ["Name LIKE '100\\%%'", ['100% (x)']],
    ["Name = 'O\\'Brien'", ["O'Brien"]],
    ["Name IN ('Acme','none')", ['Acme']],
    ['Website = null', ['Acme', 'Ac_e', '100% (x)', "O'Brien"]],
    ["(Name = 'Acme' OR Name = 'Ac_e') AND Website = null", ['Acme', 'Ac_e']],
  ])('with %s find %j', async (condition, expected) => {
    const seedRecords = ['Acme', 'Ac_e', '100% (x)', "O'Brien"].map((Name) => ({
      object: 'Account',
      values: { Name },
    }))
    const { query } = await connect({ seedRecords })
    const answer = await query(`SELECT Name FROM Account WHERE ${condition}`)
    expect(namesIn(answer).toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ['SELECT COUNT() FROM Account', 'MALFORMED_QUERY'],
    ['SELECT Id FROM Account WHERE Name = "A"', 'MALFORMED_QUERY'],
    ['SELECT Id FROM Account ORDER BY Name DESC', 'MALFORMED_QUERY'],
    ["SELECT Id FROM Account WHERE Name = 'a' OR Name = 'b' AND Phone = 'c'", 'MALFORMED_QUERY'],
    ['SELECT Nope FROM Account', 'INVALID_FIELD'],
    ["SELECT Id FROM Account WHERE Description LIKE 'a%'", 'INVALID_FIELD'],
    ['SELECT Id FROM Opportunity', 'INVALID_TYPE'],
    ["SELECT Id FROM Account WHERE CreatedDate > 'x'", 'INVALID_QUERY_FILTER_OPERATOR'],
    ["SELECT Id FROM Account WHERE Id = 'x'", 'INVALID_QUERY_FILTER_OPERATOR'],
  ])('refuse %s with %s', async (soql, code) => {
    const { query } = await connect()
    expect(await query(soql)).toMatchObject(refused(400, code))
  })

  it('see deleted records only as queryAll', async () => {
    const { query, emulator } = await connect()
    const survivor = emulator.user.add('Account', { Name: 'A' })
    emulator.user.merge(emulator.user.add('Account', { Name: 'B' }), survivor)
    const soql = 'SELECT Name, IsDeleted, MasterRecordId FROM Account ORDER BY Name'
    expect(await query(soql)).toMatchObject({ body: { totalSize: 1, records: [{ Name: 'A' }] } })
    expect(await query(soql, 'queryAll')).toMatchObject({
      body: {
        records: [
          { Name: 'A', IsDeleted: false },
          { Name: 'B', IsDeleted: true, MasterRecordId: survivor },
        ],
      },
    })
  })

  it('go on by a locator after 2,000 rows', async () => {
    const seedRecords = Array.from({ length: 2_001 }, (_, index) => ({
      object: 'Account',
      values: { Name: `A${index}` },
    }))
    const { query, get } = await connect({ seedRecords })
    const first = await query('SELECT Name FROM Account')
    expect(first).toMatchObject({
      body: { totalSize: 2_001, done: false, nextRecordsUrl: expect.stringMatching(/^\/services/) },
    })
    const rest = await get(String(Object(first.body).nextRecordsUrl))
    expect(rest).toMatchObject({ body: { totalSize: 2_001, done: true } })
    expect(new Set([...namesIn(first), ...namesIn(rest)]).size).toBe(2_001)
  })

  it('are refused in an address of more than 16,384 bytes', async () => {
    const { query } = await connect()
    const soqlOf = (length: number) => `SELECT Id FROM Account WHERE Name = '${'x'.repeat(length)}'`
    expect(await query(soqlOf(14_000))).toMatchObject({ status: 200 })
    expect(await query(soqlOf(16_384))).toMatchObject({ status: 431 })
  })
})

describe("Salesforce's limits", () => {
  it('are named with each answer, and are over after a day', async () => {
    const { query, emulator } = await connect({ now: () => Date.UTC(2026, 10, 2) })
    emulator.faults.begin({ kind: 'budget', left: 1 })
    const { headers } = await query('SELECT Id FROM Account')
    expect(headers.get('sforce-limit-info')).toBe('api-usage=100000/100000')
    const last = await query('SELECT Id FROM Account')
    expect(last).toMatchObject(refused(403, 'REQUEST_LIMIT_EXCEEDED'))
    expect(last.headers.get('retry-after')).toBeNull()
    emulator.advance(86_400_000)
    const next = clientOf(emulator, await signIn(emulator))
    expect(await next.query('SELECT Id FROM Account')).toMatchObject({ status: 200 })
  })
})

describe('the Salesforce emulator', () => {
  it('has companies of the demo market under www domains, two of them on a shared domain', async () => {
    const { emulator } = await connect({ seed: 'demo' })
    const websites = emulator
      .records()
      .filter(({ object }) => object === 'Account')
      .map(({ values }) => String(values['Website']))
    expect(websites).toHaveLength(20)
    for (const website of websites) expect(website).toMatch(/^https:\/\/www\.[a-z]+\.example$/)
    expect(new Set(websites).size).toBe(19)
    const ids = new Set(emulator.records().map(({ id }) => id))
    const contacts = emulator.records().filter(({ object }) => object === 'Contact')
    expect(contacts.length).toBeGreaterThan(0)
    expect(contacts.filter(({ values }) => !ids.has(String(values['AccountId'])))).toEqual([])
  })

  it('answers 501 to what it does not emulate', async () => {
    const { get, send } = await connect()
    expect(await get(`${dataPath}/limits`)).toMatchObject({ status: 501 })
    const records = [account({ Name: 'A' })]
    expect(await send('POST', '/composite/sobjects', { allOrNone: true, records })).toMatchObject({
      status: 501,
    })
  })

  it('keeps its records and tokens over a restart', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'salesforce-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true }))
    const before = await connect({ dataFolder })
    await before.send('POST', '/composite/sobjects', { records: [account({ Name: 'A' })] })
    await before.emulator.close()
    const after = await start({ dataFolder })
    expect(after.settings.clientId).toBe(before.emulator.settings.clientId)
    expect(after.records()).toMatchObject([{ object: 'Account', values: { Name: 'A' } }])
    expect(await requestToken(after, refreshOf(before.tokens))).toMatchObject({ status: 200 })
  })

  it.each([
    { NODE_ENV: 'production' },
    { SALESFORCE_CLIENT_SECRET: 'a-real-secret' },
    { PUBLIC_ORIGIN: 'https://fieldbook.example' },
  ])('does not start with %o', async (env) => {
    await expect(startSalesforceEmulator({ env })).rejects.toThrow(/does not start/)
  })
})
