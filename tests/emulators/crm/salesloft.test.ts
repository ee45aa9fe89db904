import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CrmEmulator, CrmEmulatorOptions } from '../../../emulators/crm/core/types.ts'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'

type Answer = { status: number; body: unknown; headers: Headers }

type Client = {
  emulator: CrmEmulator
  refreshToken: string
  token: (parameters: Record<string, string>) => Promise<Answer>
  get: (path: string) => Promise<Answer>
  send: (method: 'POST' | 'PUT', path: string, body: object | URLSearchParams) => Promise<Answer>
}

const redirect = 'https://fieldbook.example/crm/return'
const scopes = 'accounts:read accounts:write people:read people:write notes:read notes:write'

const start = async (options: CrmEmulatorOptions = {}): Promise<CrmEmulator> => {
  const emulator = await startSalesloftEmulator({ env: {}, ...options })
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
    await fetch(`${url}/oauth/token`, {
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
    response_type: 'code',
    scope: scopes,
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

const connect = async (options?: CrmEmulatorOptions): Promise<Client> => {
  const emulator = await start(options)
  const { body } = await requestToken(emulator, {
    grant_type: 'authorization_code',
    code: await newCode(emulator),
    redirect_uri: redirect,
  })
  const { access_token: access, refresh_token: refreshToken } = Object(body)
  const authorization = `Bearer ${String(access)}`
  return {
    emulator,
    refreshToken: String(refreshToken),
    token: (parameters) => requestToken(emulator, parameters),
    get: async (path) =>
      answerOf(await fetch(`${emulator.url}/v2${path}`, { headers: { authorization } })),
    send: async (method, path, body) => {
      const isForm = body instanceof URLSearchParams
      const init: RequestInit = {
        method,
        headers: { authorization, ...(!isForm && { 'content-type': 'application/json' }) },
        body: isForm ? body : JSON.stringify(body),
      }
      return answerOf(await fetch(`${emulator.url}/v2${path}`, init))
    },
  }
}

const harbour = { name: 'Harbour', domain: 'harbour.example' }

describe("Salesloft's tokens", () => {
  it('live 2 hours; a refresh ends the refresh tokens before it', async () => {
    const { token, refreshToken, get, emulator } = await connect()
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const next = await token(refresh)
    expect(next).toMatchObject({ status: 200, body: { token_type: 'bearer', expires_in: 7200 } })
    expect(await token(refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await get('/me')).toMatchObject({ status: 200 })
    emulator.advance(7_200_000)
    expect(await get('/me')).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('No Bearer Token') },
    })
  })

  it('are refused for another client', async () => {
    const { token, refreshToken } = await connect()
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    expect(await token({ ...refresh, client_secret: 'other' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
  })
})

describe("Salesloft's records", () => {
  it('are created once by an upsert key, and refused with 422 without', async () => {
    const { send, emulator } = await connect()
    const keyed = { ...harbour, upsert_key: 'domain' }
    expect(await send('POST', '/account_upserts', keyed)).toMatchObject({
      status: 200,
      body: { data: { upsert_type: 'create', account: harbour } },
    })
    expect(
      await send('POST', '/account_upserts', { ...keyed, name: 'Harbour Pty Ltd' }),
    ).toMatchObject({
      body: { data: { upsert_type: 'update', account: { name: 'Harbour Pty Ltd' } } },
    })
    const inUse = { status: 422, body: { errors: { domain: ['has already been taken'] } } }
    expect(await send('POST', '/account_upserts', harbour)).toMatchObject(inUse)
    expect(await send('POST', '/accounts', harbour)).toMatchObject(inUse)
    expect(emulator.records()).toHaveLength(1)
  })

  it('fail to be upserted if several match', async () => {
    const { send } = await connect({
      seedRecords: [
        { object: 'account', values: harbour },
        { object: 'account', values: harbour },
      ],
    })
    const answer = await send('POST', '/account_upserts', { ...harbour, upsert_key: 'domain' })
    expect(answer).toMatchObject({ status: 422 })
  })

  it('need a name and a domain, or an email, or a phone and a last name', async () => {
    const { send } = await connect()
    expect(await send('POST', '/accounts', { name: 'Harbour' })).toMatchObject({
      status: 422,
      body: { errors: { domain: ["can't be blank"] } },
    })
    expect(await send('POST', '/people', { last_name: 'Park' })).toMatchObject({ status: 422 })
    expect(await send('POST', '/people', { last_name: 'Park', phone: '1' })).toMatchObject({
      status: 200,
    })
  })

  it('are taken as a form', async () => {
    const { send } = await connect()
    const form = new URLSearchParams({ ...harbour, 'custom_fields[ABN]': '51824753556' })
    form.append('tags[]', 'north')
    expect(await send('POST', '/accounts', form)).toMatchObject({
      body: { data: { ...harbour, tags: ['north'], custom_fields: { ABN: '51824753556' } } },
    })
  })

  it('keep the domain as it was typed, and are found only by that', async () => {
    const domain = 'https://www.harbour.example/en-au/'
    const { send, get } = await connect()
    await send('POST', '/accounts', { ...harbour, domain })
    expect(await get('/accounts?domain=harbour.example')).toMatchObject({ body: { data: [] } })
    expect(await get(`/accounts?domain=${encodeURIComponent(domain)}`)).toMatchObject({
      body: { data: [{ domain }], metadata: { filtering: { domain: [domain] } } },
    })
  })

  it('are all listed for a filter that is not known', async () => {
    const { get } = await connect({ seed: 'demo' })
    expect(await get('/people?email=kim@seed-2.example&per_page=100')).toMatchObject({
      body: { data: { length: 100 }, metadata: { filtering: {}, paging: { next_page: null } } },
    })
  })
})

describe("Salesloft's limits", () => {
  it('count deep pages as several calls, up to 600 a minute', async () => {
    const { get, emulator } = await connect({ now: () => Date.UTC(2026, 10, 2) })
    const costs: (string | null)[] = []
    for (const page of [1, 100, 101, 151, 251, 501]) {
      const { headers } = await get(`/accounts?page=${page}`)
      costs.push(headers.get('x-ratelimit-endpoint-cost'))
    }
    expect(costs).toEqual(['1', '1', '3', '8', '10', '30'])
    for (let calls = 0; calls < 18; calls += 1) await get('/accounts?page=501')
    const last = await get('/accounts?page=501')
    expect(last.status).toBe(429)
    expect(last.headers.get('retry-after')).toBeNull()
    emulator.advance(60_000)
    expect(await get('/accounts')).toMatchObject({ status: 200 })
  })
})

describe('the Salesloft emulator', () => {
  it('answers 501 to what it does not emulate', async () => {
    const { get, send } = await connect()
    expect(await get('/cadences')).toMatchObject({ status: 501 })
    expect(await send('POST', '/accounts', { ...harbour, colour: 'blue' })).toMatchObject({
      status: 501,
      body: { error: 'Not emulated: parameter colour' },
    })
  })

  it('refuses a call whose scope was not granted', async () => {
    const { get } = await connect()
    expect(await get('/custom_fields')).toMatchObject({ status: 403 })
  })

  it('keeps its records and tokens over a restart', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'salesloft-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true }))
    const before = await connect({ dataFolder })
    await before.send('POST', '/accounts', harbour)
    await before.emulator.close()
    const after = await start({ dataFolder })
    expect(after.settings.clientId).toBe(before.emulator.settings.clientId)
    expect(after.records()).toMatchObject([{ object: 'account', values: harbour }])
    const refresh = { grant_type: 'refresh_token', refresh_token: before.refreshToken }
    expect(await requestToken(after, refresh)).toMatchObject({ status: 200 })
  })

  it.each([
    { NODE_ENV: 'production' },
    { SALESLOFT_CLIENT_SECRET: 'a-real-secret' },
    { PUBLIC_ORIGIN: 'https://fieldbook.example' },
  ])('does not start with %o', async (env) => {
    await expect(startSalesloftEmulator({ env })).rejects.toThrow(/does not start/)
  })
})
