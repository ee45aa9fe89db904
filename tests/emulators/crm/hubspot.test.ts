import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { demoWorld } from '../../../demo/world.ts'
import type { CrmEmulator, CrmEmulatorOptions } from '../../../emulators/crm/core/types.ts'
import { startHubspotEmulator } from '../../../emulators/crm/hubspot/emulator.ts'

type Answer = { status: number; body: unknown; headers: Headers }

type Client = {
  emulator: CrmEmulator
  refreshToken: string
  token: (path: string, parameters: Record<string, string>) => Promise<Answer>
  get: (path: string) => Promise<Answer>
  send: (path: string, body: object) => Promise<Answer>
}

const redirect = 'https://fieldbook.example/crm/return'
const records = ['contacts', 'companies'].flatMap((name) => [
  `crm.objects.${name}.read`,
  `crm.objects.${name}.write`,
  `crm.schemas.${name}.write`,
])

const start = async (options: CrmEmulatorOptions = {}): Promise<CrmEmulator> => {
  const emulator = await startHubspotEmulator({ env: {}, ...options })
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
  path: string,
  parameters: Record<string, string>,
): Promise<Answer> =>
  answerOf(
    await fetch(`${url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        ...parameters,
      }),
    }),
  )

const newCode = async ({ url, settings }: CrmEmulator): Promise<string> => {
  const authorize = new URL('/oauth/authorize', url)
  authorize.search = new URLSearchParams({
    client_id: settings.clientId,
    redirect_uri: redirect,
    scope: `oauth ${records.join(' ')}`,
    state: 'abc',
  }).toString()
  const html = await (await fetch(authorize)).text()
  const [, request = ''] = /name="request" value="([^"]+)"/.exec(html) ?? []
  const answer = await fetch(`${url}/_/consent`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ request, decision: 'allow' }),
  })
  return new URL(answer.headers.get('location') ?? 'about:blank').searchParams.get('code') ?? ''
}

const tokenPath = '/oauth/2026-09/token'

const connect = async (options?: CrmEmulatorOptions): Promise<Client> => {
  const emulator = await start(options)
  const { body } = await requestToken(emulator, tokenPath, {
    grant_type: 'authorization_code',
    code: await newCode(emulator),
    redirect_uri: redirect,
  })
  const { access_token: access, refresh_token: refreshToken } = Object(body)
  const authorization = `Bearer ${String(access)}`
  return {
    emulator,
    refreshToken: String(refreshToken),
    token: (path, parameters) => requestToken(emulator, path, parameters),
    get: async (path) =>
      answerOf(await fetch(`${emulator.url}${path}`, { headers: { authorization } })),
    send: async (path, body) =>
      answerOf(
        await fetch(`${emulator.url}${path}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
  }
}

const companies = '/crm/objects/2026-09/companies'
const contacts = '/crm/objects/2026-09/contacts'
const input = (properties: object, trace?: string): object => ({
  properties,
  ...(trace !== undefined && { objectWriteTraceId: trace }),
})
const inputs = (...rows: readonly object[]): object => ({ inputs: rows })

describe("HubSpot's tokens", () => {
  it('live 30 minutes, and a refresh returns the same refresh token', async () => {
    const { token, refreshToken, get, emulator } = await connect()
    emulator.advance(30 * 60_000)
    expect(await get(companies)).toMatchObject({
      status: 401,
      body: { category: 'EXPIRED_AUTHENTICATION' },
    })
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const answer = { status: 200, body: { expires_in: 1800, refresh_token: refreshToken } }
    expect(await token(tokenPath, refresh)).toMatchObject(answer)
    expect(await token('/oauth/v1/token', refresh)).toMatchObject(answer)
  })

  it('outlive the revocation of their refresh token', async () => {
    const { token, refreshToken, get } = await connect()
    expect(await token(`${tokenPath}/revoke`, { token: refreshToken })).toMatchObject({
      status: 204,
    })
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    expect(await token(tokenPath, refresh)).toMatchObject({
      status: 400,
      body: { status: 'BAD_REFRESH_TOKEN', error: 'invalid_grant' },
    })
    expect(await get(companies)).toMatchObject({ status: 200 })
  })

  it('are not issued to another client', async () => {
    const { token, refreshToken } = await connect()
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    expect(await token(tokenPath, { ...refresh, client_secret: 'other' })).toMatchObject({
      status: 400,
      body: { status: 'BAD_CLIENT_SECRET' },
    })
  })

  it('show a call that needs a scope which one', async () => {
    const { get } = await connect()
    expect(await get('/crm/owners/2026-09')).toMatchObject({
      status: 403,
      body: {
        category: 'MISSING_SCOPES',
        errors: [{ context: { requiredGranularScopes: ['crm.objects.owners.read'] } }],
      },
    })
  })
})

describe("HubSpot's batches", () => {
  const rows = [
    input({ name: 'Harbour', domain: 'harbour.example' }, 'row-1'),
    input({ name: 'Bay', colour: 'blue' }, 'row-2'),
    input({ name: 'Harbour again', domain: 'harbour.example' }, 'row-3'),
  ]

  it('answer 207 with the rows that failed, in no order, if each has a trace', async () => {
    const { send, emulator } = await connect()
    const { status, body } = await send(`${companies}/batch/create`, inputs(...rows))
    expect(status).toBe(207)
    expect(body).toMatchObject({
      results: [{ objectWriteTraceId: 'row-3' }, { objectWriteTraceId: 'row-1' }],
      numErrors: 1,
      errors: [
        {
          category: 'VALIDATION_ERROR',
          message: expect.stringContaining('"error":"PROPERTY_DOESNT_EXIST"'),
          context: { objectWriteTraceId: ['row-2'] },
        },
      ],
    })
    expect(emulator.records()).toHaveLength(2)
  })

  it('write nothing if a row without a trace is bad', async () => {
    const { send, emulator } = await connect()
    const untraced = rows.map((row) => input(Object(row).properties))
    expect(await send(`${companies}/batch/create`, inputs(...untraced))).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'PROPERTY_DOESNT_EXIST', context: { propertyName: ['colour'] } }] },
    })
    expect(emulator.records()).toEqual([])
  })

  it('refuse 101 inputs, and an id twice', async () => {
    const { send } = await connect()
    const many = Array.from({ length: 101 }, (_, index) => input({ name: `Company ${index}` }))
    expect(await send(`${companies}/batch/create`, inputs(...many))).toMatchObject({ status: 400 })
    const twice = { id: '7', properties: { name: 'Harbour' } }
    expect(await send(`${companies}/batch/update`, inputs(twice, twice))).toMatchObject({
      status: 400,
      body: { context: { ids: ['7'] } },
    })
  })

  it('do not upsert companies by domain', async () => {
    const { send } = await connect()
    const row = { idProperty: 'domain', id: 'harbour.example', properties: {} }
    expect(await send(`${companies}/batch/upsert`, inputs(row))).toMatchObject({
      status: 400,
      body: {
        message: "Unable to perform update/upsert by non-unique 0-2 property 'domain'",
      },
    })
  })

  it.each([
    ['an unknown option', { industry: 'Construction' }, 'INVALID_OPTION'],
    ['a property that is read only', { hs_object_id: '7' }, 'READ_ONLY_VALUE'],
    ['a calculated property', { num_associated_contacts: '7' }, 'READ_ONLY_VALUE'],
    ['a number in words', { numberofemployees: 'many' }, 'INVALID_NUMBER'],
    ["a user's id for an owner's", { hubspot_owner_id: '9' }, 'INVALID_OWNER_ID'],
  ])('refuse %s', async (_, properties, code) => {
    const { send } = await connect()
    const row = input({ name: 'Harbour', ...properties })
    expect(await send(companies, row)).toMatchObject({ status: 400, body: { errors: [{ code }] } })
  })
})

describe("HubSpot's contacts", () => {
  it('are unique by address, also by that of a merged contact', async () => {
    const { send, emulator } = await connect()
    const emails = ['kim@harbour.example', 'ana@harbour.example']
    const ids: string[] = []
    for (const email of emails) {
      const { body } = await send(contacts, input({ email }))
      ids.push(String(Object(body).id))
    }
    const [lost = '', survivor = ''] = ids
    emulator.user.merge(lost, survivor)
    expect(await send(contacts, input({ email: 'KIM@harbour.example' }))).toMatchObject({
      status: 409,
      body: { category: 'CONFLICT', message: `Contact already exists. Existing ID: ${survivor}` },
    })
  })

  it('are answered by the survivor under a lost id', async () => {
    const { send, get, emulator } = await connect({
      seedRecords: ['kim', 'ana'].map((name) => ({
        object: 'contacts',
        values: { firstname: name },
      })),
    })
    const [lost, survivor] = emulator.records().map(({ id }) => id)
    emulator.user.merge(lost ?? '', survivor ?? '')
    expect(await get(`${contacts}/${lost}?properties=hs_merged_object_ids`)).toMatchObject({
      status: 200,
      body: { id: survivor, properties: { hs_merged_object_ids: lost } },
    })
    emulator.user.remove(survivor ?? '')
    expect(await get(`${contacts}/${lost}`)).toMatchObject({ status: 404 })
    expect(
      await send(`${contacts}/batch/update`, inputs({ id: lost, properties: {} })),
    ).toMatchObject({ status: 404, body: { category: 'OBJECT_NOT_FOUND' } })
  })
})

describe("HubSpot's searches", () => {
  const search = (values: readonly string[]): object => ({
    filterGroups: [{ filters: [{ propertyName: 'domain', operator: 'IN', values }] }],
  })

  it('lag ten seconds behind a write, which a read sees at once', async () => {
    const { send, get, emulator } = await connect()
    const row = input({ name: 'Harbour', domain: 'https://www.Harbour.example' })
    const { body } = await send(companies, row)
    const wanted = search(['https://www.harbour.example'])
    expect(await get(`${companies}/${Object(body).id}`)).toMatchObject({ status: 200 })
    expect(await send(`${companies}/search`, wanted)).toMatchObject({ body: { total: 0 } })
    emulator.advance(10_000)
    expect(await send(`${companies}/search`, wanted)).toMatchObject({
      body: { total: 1, results: [{ properties: { domain: 'https://www.Harbour.example' } }] },
    })
    expect(await send(`${companies}/search`, search(['harbour.example']))).toMatchObject({
      body: { total: 0 },
    })
    emulator.user.remove(String(Object(body).id))
    emulator.advance(10_000)
    expect(await send(`${companies}/search`, wanted)).toMatchObject({ body: { total: 0 } })
  })

  it('are five a second, without a header that says so', async () => {
    const { send, emulator } = await connect({ now: () => Date.UTC(2026, 10, 2) })
    const outcomes: Answer[] = []
    for (let calls = 0; calls < 6; calls += 1)
      outcomes.push(await send(`${companies}/search`, search(['harbour.example'])))
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(outcomes.at(-1)).toMatchObject({ body: { policyName: 'SECONDLY' } })
    for (const name of ['retry-after', 'x-hubspot-ratelimit-remaining'])
      expect(outcomes.at(-1)?.headers.get(name)).toBeNull()
    emulator.advance(1_000)
    expect(await send(`${companies}/search`, search(['harbour.example']))).toMatchObject({
      status: 200,
    })
  })

  it('are refused past 10,000 results, and over 3,000 characters', async () => {
    const { send } = await connect()
    expect(await send(`${companies}/search`, { limit: 200, after: '9900' })).toMatchObject({
      status: 400,
    })
    const long = search(['x'.repeat(3_000)])
    expect(await send(`${companies}/search`, long)).toMatchObject({ status: 400 })
  })
})

describe("HubSpot's limits", () => {
  it('are 110 calls in ten seconds, with what is left', async () => {
    const { get, emulator } = await connect({ now: () => Date.UTC(2026, 10, 2) })
    const first = await get(companies)
    expect(first.headers.get('x-hubspot-ratelimit-max')).toBe('110')
    expect(first.headers.get('x-hubspot-ratelimit-remaining')).toBe('109')
    for (let calls = 1; calls < 110; calls += 1) await get(companies)
    const last = await get(companies)
    expect(last).toMatchObject({
      status: 429,
      body: { errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING' },
    })
    expect(last.headers.get('retry-after')).toBeNull()
    emulator.advance(10_000)
    expect(await get(companies)).toMatchObject({ status: 200 })
  })

  it("end at midnight of the account's time zone, if they are a day's", async () => {
    const { get, token, refreshToken, emulator } = await connect({
      // 23:30 in Sydney.
      now: () => Date.UTC(2026, 10, 2, 12, 30),
    })
    emulator.faults.begin({ kind: 'budget', left: 0 })
    expect(await get(companies)).toMatchObject({ status: 429, body: { policyName: 'DAILY' } })
    emulator.advance(29 * 60_000)
    expect(await get(companies)).toMatchObject({ status: 429 })
    emulator.advance(60_000)
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const { body } = await token(tokenPath, refresh)
    const headers = { authorization: `Bearer ${Object(body).access_token}` }
    expect((await fetch(`${emulator.url}${companies}`, { headers })).status).toBe(200)
  })
})

describe('the HubSpot emulator', () => {
  it('has companies of the demo market, and two of a shared domain', async () => {
    const names = new Set<string>()
    const size = { companies: 100, people: 0, seed: 1, today: '2026-11-26' }
    for (const item of demoWorld(size))
      if ('company' in item && item.company.domain) names.add(item.company.domain)
    const emulator = await start({ seed: 'demo' })
    const domains = emulator
      .records()
      .filter(({ object }) => object === 'companies')
      .map(({ values }) => String(values['domain']).replace(/^(https?:\/\/)?(www\.)?|\/$/g, ''))
    expect(domains.filter((domain) => !names.has(domain))).toEqual([])
    expect(domains).toHaveLength(20)
    expect(new Set(domains).size).toBe(19)
  })

  it('serves the older paths of its calls, which echo no trace', async () => {
    const { send } = await connect()
    const { status, body } = await send(
      '/crm/v3/objects/companies/batch/create',
      inputs(input({ name: 'Harbour' }, 'row-1')),
    )
    expect(status).toBe(201)
    expect(Object(body).results[0]).not.toHaveProperty('objectWriteTraceId')
  })

  it('adds at most ten unique properties to an object', async () => {
    const { send } = await connect()
    const answers: number[] = []
    for (let number = 0; number < 11; number += 1) {
      const property = {
        name: `key_${number}`,
        label: 'Key',
        type: 'string',
        fieldType: 'text',
        groupName: 'companyinformation',
        hasUniqueValue: true,
      }
      answers.push((await send('/crm/properties/2026-09/companies', property)).status)
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 400])
  })

  it('answers 501 to what it does not emulate', async () => {
    const { get, send } = await connect()
    expect(await get('/crm/objects/2026-09/deals')).toMatchObject({ status: 501 })
    expect(await send(companies, { ...input({ name: 'Harbour' }), colour: 'blue' })).toMatchObject({
      status: 501,
      body: { message: 'Not emulated: parameter colour' },
    })
  })

  it('has its records, properties and tokens after a restart', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'hubspot-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true }))
    const before = await connect({ dataFolder })
    await before.send(companies, input({ name: 'Harbour' }))
    await before.emulator.close()
    const after = await start({ dataFolder })
    expect(after.records()).toMatchObject([{ object: 'companies', values: { name: 'Harbour' } }])
    const refresh = { grant_type: 'refresh_token', refresh_token: before.refreshToken }
    expect(await requestToken(after, tokenPath, refresh)).toMatchObject({ status: 200 })
  })

  it.each([
    { NODE_ENV: 'production' },
    { HUBSPOT_CLIENT_SECRET: 'a-real-secret' },
    { PUBLIC_ORIGIN: 'https://fieldbook.example' },
  ])('does not start with %o', async (env) => {
    await expect(startHubspotEmulator({ env })).rejects.toThrow(/does not start/)
  })
})
