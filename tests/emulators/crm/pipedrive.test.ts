import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CrmEmulator, CrmEmulatorOptions } from '../../../emulators/crm/core/types.ts'
import { startPipedriveEmulator } from '../../../emulators/crm/pipedrive/emulator.ts'

type Answer = { status: number; body: unknown; headers: Headers }
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Client = {
  emulator: CrmEmulator
  refreshToken: string
  get: (path: string) => Promise<Answer>
  send: (method: Method, path: string, body?: object) => Promise<Answer>
}

const redirect = 'https://fieldbook.example/crm/return'

const start = async (options: CrmEmulatorOptions = {}): Promise<CrmEmulator> => {
  const emulator = await startPipedriveEmulator({ env: {}, ...options })
  onTestFinished(() => emulator.close())
  return emulator
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json().catch(() => null),
  headers: response.headers,
})

const basicOf = ({ settings }: CrmEmulator, secret = settings.clientSecret): string =>
  `Basic ${Buffer.from(`${settings.clientId}:${secret}`).toString('base64')}`

const requestToken = async (
  emulator: CrmEmulator,
  parameters: Record<string, string>,
  authorization = basicOf(emulator),
): Promise<Answer> =>
  answerOf(
    await fetch(`${emulator.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(parameters),
    }),
  )

const newCode = async ({ url, settings }: CrmEmulator): Promise<string> => {
  const authorize = new URL('/oauth/authorize', url)
  authorize.search = new URLSearchParams({
    client_id: settings.clientId,
    redirect_uri: redirect,
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

const codeGrant = (code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirect,
})

const connect = async (options?: CrmEmulatorOptions): Promise<Client> => {
  const emulator = await start(options)
  const { body } = await requestToken(emulator, codeGrant(await newCode(emulator)))
  const { access_token: access, refresh_token: refreshToken, api_domain: base } = Object(body)
  const authorization = `Bearer ${String(access)}`
  return {
    emulator,
    refreshToken: String(refreshToken),
    get: async (path) =>
      answerOf(await fetch(`${String(base)}/api${path}`, { headers: { authorization } })),
    send: async (method, path, body) =>
      answerOf(
        await fetch(`${String(base)}/api${path}`, {
          method,
          headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        }),
      ),
  }
}

const harbour = { name: 'Harbour', website: 'https://harbour.example' }
const refused = (text: string) => ({
  status: 400,
  body: { success: false, error: expect.stringContaining(text) },
})
const idOf = ({ body }: Answer): string => String(Object(body).data.id)
const codeOf = async ({ get }: Client, object: string, label: string): Promise<string> => {
  const { body } = await get(`/v2/${object}Fields?limit=500`)
  const fields: { field_name: string; field_code: string }[] = Object(body).data
  return fields.findLast(({ field_name: name }) => name === label)?.field_code ?? ''
}

describe("Pipedrive's tokens", () => {
  it('live an hour; the same refresh token comes back', async () => {
    const { emulator, refreshToken, get } = await connect()
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    expect(await requestToken(emulator, refresh)).toMatchObject({
      status: 200,
      body: {
        refresh_token: refreshToken,
        expires_in: 3599,
        scope: expect.stringContaining('contacts:full,'),
        api_domain: `${emulator.url}/harbour`,
      },
    })
    emulator.advance(3_600_000)
    expect(await get('/v1/users/me')).toMatchObject({
      status: 401,
      body: { error: 'unauthorized access' },
    })
  })

  it('die after 60 days without use', async () => {
    const { emulator, refreshToken } = await connect()
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    emulator.advance(59 * 86_400_000)
    expect(await requestToken(emulator, refresh)).toMatchObject({ status: 200 })
    emulator.advance(61 * 86_400_000)
    expect(await requestToken(emulator, refresh)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', message: 'Invalid grant: refresh_token is invalid' },
    })
  })

  it('are given only for a code of the last five minutes', async () => {
    const emulator = await start()
    const code = await newCode(emulator)
    emulator.advance(300_001)
    expect(await requestToken(emulator, codeGrant(code))).toMatchObject({ status: 400 })
  })

  it('are given only to the client, by Basic authentication', async () => {
    const emulator = await start()
    const code = await newCode(emulator)
    const { clientId, clientSecret } = emulator.settings
    const inForm = { ...codeGrant(code), client_id: clientId, client_secret: clientSecret }
    expect(await requestToken(emulator, inForm, '')).toMatchObject({ status: 401 })
    expect(await requestToken(emulator, codeGrant(code), basicOf(emulator, 'other'))).toMatchObject(
      { status: 401 },
    )
    expect(await requestToken(emulator, codeGrant(code))).toMatchObject({ status: 200 })
  })
})

describe("Pipedrive's records", () => {
  it('are created twice by the same call', async () => {
    const { send, emulator } = await connect()
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await send('POST', '/v2/organizations', harbour)).toMatchObject({
        status: 201,
        body: { success: true, data: { ...harbour, is_deleted: false, owner_id: 20_580_207 } },
      })
    expect(emulator.records()).toHaveLength(2)
    expect(emulator.audit().doubles).toBe(1)
  })

  it.each([
    [{ website: 'https://harbour.example' }, 'name: Required'],
    [{ ...harbour, employee_count: '12' }, 'employee_count: Expected number, received string'],
    [{ ...harbour, industry: 'Construction' }, 'industry: Expected an option id'],
    [{ ...harbour, industry: 9 }, 'industry: Expected an option id'],
    [{ ...harbour, owner_id: 5 }, 'owner_id: Expected a user'],
    [{ ...harbour, address: '1 George St' }, 'address: Expected an address'],
    [{ ...harbour, colour: 'blue' }, 'colour: Unknown field'],
    [{ ...harbour, people_count: 3 }, 'people_count: not allowed'],
    [{ ...harbour, custom_fields: { ['a'.repeat(40)]: 'x' } }, 'Unknown field'],
  ])('are refused with %o', async (body, text) => {
    const { send, emulator } = await connect()
    expect(await send('POST', '/v2/organizations', body)).toMatchObject(refused(text))
    expect(emulator.records()).toEqual([])
  })

  it('need contact sync for the job title of a person', async () => {
    const { send } = await connect()
    const person = { name: 'Kim Park', job_title: 'Manager' }
    expect(await send('POST', '/v2/persons', person)).toMatchObject({ status: 403 })
  })

  it('have lists that are replaced whole, and sets that only null clears', async () => {
    const client = await connect()
    const { send } = client
    const emails = ['a', 'b'].map((name) => ({ value: `${name}@x.example`, label: 'work' }))
    const person = idOf(await send('POST', '/v2/persons', { name: 'Kim Park', emails }))
    expect(await send('PATCH', `/v2/persons/${person}`, { emails: emails.slice(1) })).toMatchObject(
      { body: { data: { emails: [{ value: 'b@x.example', primary: true }] } } },
    )

    const code = await codeOf(client, 'organization', 'Regions')
    expect(code).toMatch(/^[0-9a-f]{40}$/)
    const own = (value: unknown) => ({ ...harbour, custom_fields: { [code]: value } })
    const company = idOf(await send('POST', '/v2/organizations', own([101, 102])))
    const path = `/v2/organizations/${company}`
    expect(await send('PATCH', path, own([]))).toMatchObject(refused('Expected option ids'))
    expect(await send('PATCH', path, own(null))).toMatchObject({
      body: { data: { custom_fields: { [code]: null } } },
    })
  })

  it('are listed by cursor, without those that are deleted', async () => {
    const { get, emulator, send } = await connect({ seed: 'demo' })
    const ids: number[] = []
    let cursor = ''
    do {
      const { body } = await get(`/v2/organizations?limit=500&sort_by=update_time${cursor}`)
      const { data, additional_data: more } = Object(body)
      for (const { id } of data) ids.push(id)
      cursor = more.next_cursor === null ? '' : `&cursor=${String(more.next_cursor)}`
    } while (cursor !== '')
    expect(new Set(ids).size).toBe(1_200)
    const [id = ''] = emulator.records().map((record) => record.id)
    expect(await send('DELETE', `/v2/organizations/${id}`)).toMatchObject({ status: 200 })
    expect(await get(`/v2/organizations/${id}`)).toMatchObject({ status: 404 })
    expect(await get(`/v2/organizations?ids=${id}`)).toMatchObject({ body: { data: [] } })
    expect(emulator.audit().deletes).toBe(1)
  })

  it('are listed since a time with a zone only', async () => {
    const { get, send, emulator } = await connect()
    await send('POST', '/v2/organizations', harbour)
    const since = (at: number) => encodeURIComponent(new Date(at).toISOString().slice(0, 19))
    expect(await get(`/v2/organizations?updated_since=${since(0)}`)).toMatchObject(
      refused('RFC3339'),
    )
    const later = emulator.now() + 5_000
    expect(await get(`/v2/organizations?updated_since=${since(later)}Z`)).toMatchObject({
      body: { data: [] },
    })
    expect(await get(`/v2/organizations?updated_since=${since(0)}Z`)).toMatchObject({
      body: { data: [harbour] },
    })
  })
})

describe("Pipedrive's fields", () => {
  it('have names that are not unique', async () => {
    const { send, get } = await connect()
    const field = { field_name: 'Fieldbook ID', field_type: 'varchar' }
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await send('POST', '/v2/personFields', field)).toMatchObject({
        status: 200,
        body: { data: { ...field, is_custom_field: true } },
      })
    const { body } = await get('/v2/personFields?limit=500')
    const names: string[] = Object(body).data.map((each: { field_name: string }) => each.field_name)
    expect(names.filter((name) => name === 'Fieldbook ID')).toHaveLength(2)
  })
})

describe("Pipedrive's search", () => {
  it('lags behind, and covers no website', async () => {
    const { send, get, emulator } = await connect()
    const emails = [{ value: 'kim@x.example' }]
    await send('POST', '/v2/organizations', harbour)
    await send('POST', '/v2/persons', { name: 'Kim Park', emails })
    const byEmail = '/v2/persons/search?term=KIM@x.example&fields=email&exact_match=true'
    expect(await get(byEmail)).toMatchObject({ body: { data: { items: [] } } })
    emulator.advance(60_000)
    expect(await get(byEmail)).toMatchObject({
      body: { data: { items: [{ item: { name: 'Kim Park', emails: ['kim@x.example'] } }] } },
    })
    expect(await get('/v2/organizations/search?term=harbour.example')).toMatchObject({
      body: { data: { items: [] } },
    })
    expect(await get('/v2/organizations/search?term=harbour&fields=website')).toMatchObject(
      refused('website'),
    )
  })

  it('by a field compares the case', async () => {
    const client = await connect()
    const { send, get, emulator } = client
    const code = await codeOf(client, 'organization', 'NZBN')
    await send('POST', '/v2/organizations', { ...harbour, custom_fields: { [code]: 'Abc' } })
    emulator.advance(60_000)
    const search = (term: string) =>
      get(`/v2/itemSearch/field?entity_type=organization&field=${code}&match=exact&term=${term}`)
    expect(await search('abc')).toMatchObject({ body: { data: [] } })
    expect(await search('Abc')).toMatchObject({ body: { data: [{ name: 'Harbour' }] } })
  })
})

describe("Pipedrive's limits", () => {
  const at = Date.UTC(2026, 10, 2, 22)

  it('count tokens of the day, which are back at midnight', async () => {
    const { get, send, emulator } = await connect({ now: () => at })
    const { headers } = await get('/v1/users')
    expect(headers.get('x-daily-ratelimit-token-remaining')).toBe(String(120_000 - 20))
    emulator.faults.begin({ kind: 'budget', left: 5 })
    expect(await send('POST', '/v2/organizations', harbour)).toMatchObject({ status: 201 })
    const answer = await send('POST', '/v2/organizations', harbour)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('x-daily-ratelimit-token-remaining')).toBe('0')
    expect(answer.headers.get('retry-after')).toBeNull()
    expect(emulator.audit().early).toBe(0)
  })

  it('refuse a burst of 80 calls, or of ten searches, in two seconds', async () => {
    const { get, emulator } = await connect({ now: () => at })
    const search = '/v2/persons/search?term=kim'
    for (let calls = 0; calls < 10; calls += 1)
      expect(await get(search)).toMatchObject({ status: 200 })
    expect(await get(search)).toMatchObject({ status: 429 })
    emulator.advance(2_000)
    for (let calls = 0; calls < 80; calls += 1)
      expect(await get('/v1/users/me')).toMatchObject({ status: 200 })
    const answer = await get('/v1/users/me')
    expect(answer).toMatchObject({ status: 429, body: { error: 'request over limit' } })
    expect(answer.headers.get('x-ratelimit-reset')).toBe('2')
  })

  it('end in a page of HTML for an app that ignores them', async () => {
    const { get, emulator } = await connect({ now: () => at })
    const statuses: number[] = []
    for (let calls = 0; calls < 102; calls += 1) statuses.push((await get('/v1/users/me')).status)
    expect(statuses.slice(80, 101)).toEqual(Array.from({ length: 21 }, () => 429))
    expect(await get('/v1/users/me')).toMatchObject({ status: 403, body: null })
    emulator.advance(600_000)
    expect(await get('/v1/users/me')).toMatchObject({ status: 200 })
  })
})

describe('the Pipedrive emulator', () => {
  it('answers 501 to what it does not emulate', async () => {
    const { get, send } = await connect()
    expect(await get('/v2/deals')).toMatchObject({ status: 501 })
    expect(await send('POST', '/v2/organizations', { ...harbour, label_ids: [1] })).toMatchObject({
      status: 501,
      body: { error: 'Not emulated: parameter label_ids' },
    })
  })

  it('refuses activities of an unknown type or person, and notes without a record', async () => {
    const { send } = await connect()
    const visit = { subject: 'Visit', type: 'visit' }
    expect(await send('POST', '/v2/activities', visit)).toMatchObject(refused('type'))
    expect(
      await send('POST', '/v2/activities', { ...visit, type: 'meeting', person_id: 1 }),
    ).toMatchObject(refused('read-only'))
    expect(await send('POST', '/v1/notes', { content: 'Met Ana' })).toMatchObject(
      refused('must be set'),
    )
  })

  it('keeps its records, fields and tokens over a restart', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'pipedrive-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true }))
    const before = await connect({ dataFolder })
    await before.send('POST', '/v2/organizations', harbour)
    const code = await codeOf(before, 'organization', 'ABN')
    await before.emulator.close()
    const after = await connect({ dataFolder })
    expect(after.emulator.settings.clientId).toBe(before.emulator.settings.clientId)
    expect(after.emulator.records()).toMatchObject([{ object: 'organization', values: harbour }])
    expect(await codeOf(after, 'organization', 'ABN')).toBe(code)
    const refresh = { grant_type: 'refresh_token', refresh_token: before.refreshToken }
    expect(await requestToken(after.emulator, refresh)).toMatchObject({ status: 200 })
  })

  it.each([
    { NODE_ENV: 'production' },
    { PIPEDRIVE_CLIENT_SECRET: 'a-real-secret' },
    { PUBLIC_ORIGIN: 'https://fieldbook.example' },
  ])('does not start with %o', async (env) => {
    await expect(startPipedriveEmulator({ env })).rejects.toThrow(/does not start/)
  })
})
