import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CrmEmulator, CrmEmulatorOptions } from '../../../emulators/crm/core/types.ts'
import { startDynamicsEmulator } from '../../../emulators/crm/dynamics/emulator.ts'
import { redirect } from '../../kit/crm/connect.ts'
import { decide } from '../../kit/crm/decide.ts'

type Answer = { status: number; body: unknown; text: string; headers: Headers }

const base = '/api/data/v9.2'
const withoutLicence = '7f6b0000-0000-4000-8000-000000000003'
const reader = '7f6b0000-0000-4000-8000-000000000004'
const idOf = (number: number): string =>
  `6f1c0000-0000-5000-8000-${String(number).padStart(12, '0')}`

const start = async (options: CrmEmulatorOptions = {}): Promise<CrmEmulator> => {
  const emulator = await startDynamicsEmulator({ env: {}, ...options })
  onTestFinished(() => emulator.close())
  return emulator
}

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : null
  return { status: response.status, body, text, headers: response.headers }
}

const scopeOf = ({ url }: CrmEmulator): string =>
  `${url}/user_impersonation offline_access openid profile`

const requestToken = async (
  emulator: CrmEmulator,
  parameters: Record<string, string>,
): Promise<Answer> =>
  answerOf(
    await fetch(`${emulator.url}/organizations/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: emulator.settings.clientId,
        client_secret: emulator.settings.clientSecret,
        scope: scopeOf(emulator),
        ...parameters,
      }),
    }),
  )

type Tokens = { access: string; refresh: string }

const tokensOf = ({ body }: Answer): Tokens => {
  const { access_token: access, refresh_token: refresh } = Object(body)
  return { access: String(access), refresh: String(refresh) }
}

const signIn = async (emulator: CrmEmulator, user?: string): Promise<Tokens> => {
  const authorize = new URL('/organizations/oauth2/v2.0/authorize', emulator.url)
  authorize.search = new URLSearchParams({
    client_id: emulator.settings.clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: scopeOf(emulator),
    state: 'abc',
  }).toString()
  const code = (await decide(authorize, 'allow', user)).get('code') ?? ''
  return tokensOf(
    await requestToken(emulator, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
    }),
  )
}

const refreshOf = ({ refresh }: Tokens) => ({
  grant_type: 'refresh_token',
  refresh_token: refresh,
})

const clientOf = ({ url }: CrmEmulator, { access }: Tokens) => {
  const authorization = `Bearer ${access}`
  const call = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    answerOf(
      await fetch(`${url}${base}${path}`, {
        method,
        headers: {
          authorization,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  return {
    call,
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    batch: async (body: string, prefer?: string): Promise<Answer> =>
      answerOf(
        await fetch(`${url}${base}/$batch`, {
          method: 'POST',
          headers: {
            authorization,
            'content-type': 'multipart/mixed; boundary=b',
            ...(prefer !== undefined && { prefer }),
          },
          body,
        }),
      ),
  }
}

const connect = async (options?: CrmEmulatorOptions, user?: string) => {
  const emulator = await start(options)
  const tokens = await signIn(emulator, user)
  return { emulator, tokens, ...clientOf(emulator, tokens) }
}

/** Creates of accounts with these names, under ids of ours. */
const batchOf = (names: readonly string[]): string =>
  [
    ...names.flatMap((name, index) => [
      '--b',
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      '',
      `PATCH ${base}/accounts(${idOf(index)}) HTTP/1.1`,
      'Content-Type: application/json; type=entry',
      'If-None-Match: *',
      '',
      JSON.stringify({ name }),
    ]),
    '--b--',
    '',
  ].join('\r\n')

const statusesIn = ({ text }: Answer): string[] =>
  [...text.matchAll(/\r\nHTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status)

const refused = (status: number, code: string) => ({ status, body: { error: { code } } })
const named = (name: string) => ({ object: 'account', values: { name } })

describe("Dataverse's tokens", () => {
  it('are renewed by new refresh tokens, while old ones stay good', async () => {
    const { emulator, tokens } = await connect()
    const first = await requestToken(emulator, refreshOf(tokens))
    expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 4021 } })
    expect(tokensOf(first).refresh).not.toBe(tokens.refresh)
    for (const each of [tokens, tokensOf(first)])
      expect(await requestToken(emulator, refreshOf(each))).toMatchObject({ status: 200 })
    emulator.advance(91 * 86_400_000)
    expect(await requestToken(emulator, refreshOf(tokens))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_codes: [50_173] },
    })
  })

  it('are for the environment only that the scope names', async () => {
    const { emulator, tokens } = await connect()
    const scope = 'https://other.crm6.dynamics.com/user_impersonation'
    expect(await requestToken(emulator, { ...refreshOf(tokens), scope })).toMatchObject({
      status: 400,
      body: { error: 'invalid_resource' },
    })
  })

  it('do not replace a licence, nor the right to write', async () => {
    const stranger = await connect({}, withoutLicence)
    expect(await stranger.get('/WhoAmI')).toMatchObject(refused(403, '0x80072560'))
    const other = await connect({}, reader)
    expect(await other.get('/WhoAmI')).toMatchObject({ status: 200, body: { UserId: reader } })
    expect(await other.call('POST', '/accounts', { name: 'A' })).toMatchObject(
      refused(403, '0x80040220'),
    )
  })
})

describe("Dataverse's records", () => {
  it('are created once under an id of ours, and changed only where they are', async () => {
    const { call, emulator } = await connect()
    const path = `/accounts(${idOf(1)})`
    const create = () => call('PATCH', path, { name: 'A' }, { 'if-none-match': '*' })
    const created = await create()
    expect(created.status).toBe(204)
    expect(created.headers.get('odata-entityid')).toBe(`${emulator.url}${base}${path}`)
    expect(await create()).toMatchObject(refused(412, ''))
    const other = `/accounts(${idOf(2)})`
    expect(await call('PATCH', other, { name: 'B' }, { 'if-match': '*' })).toMatchObject(
      refused(404, '0x80040217'),
    )
    expect(emulator.records()).toHaveLength(1)
  })

  it('are not changed with the ETag of an earlier version', async () => {
    const { call, get, emulator } = await connect()
    const path = `/accounts(${idOf(1)})`
    await call('PATCH', path, { name: 'A' })
    const { body } = await get(`${path}?$select=name`)
    const etag = String(Object(body)['@odata.etag'])
    emulator.user.edit(idOf(1), { name: 'B' })
    expect(await call('PATCH', path, { name: 'C' }, { 'if-match': etag })).toMatchObject(
      refused(412, '0x80060882'),
    )
  })

  it('are compared with others only if the call wants it', async () => {
    const { call, emulator } = await connect({ seedRecords: [named('A')] })
    const wanted = { 'mscrm.suppressduplicatedetection': 'false' }
    expect(await call('POST', '/accounts', { name: 'A' }, wanted)).toMatchObject(
      refused(412, '0x80040333'),
    )
    expect(await call('POST', '/accounts', { name: 'A' })).toMatchObject({ status: 204 })
    expect(emulator.records()).toHaveLength(2)
  })

  it.each([
    [{ name: 'x'.repeat(161) }, '0x80044331'],
    [{ industrycode: 99 }, '0x80048408'],
    [{ industrycode: '9' }, '0x80048d19'],
    [{ nope: 'x' }, '0x80048d19'],
    [{ ownerid: reader }, '0x80048d19'],
    [{ 'OwnerId@odata.bind': `/systemusers(${reader})` }, '0x80048d19'],
  ])('are refused for %j', async (values, code) => {
    const { call, emulator } = await connect()
    expect(await call('POST', '/accounts', { name: 'A', ...values })).toMatchObject(
      refused(400, code),
    )
    expect(emulator.records()).toEqual([])
  })

  it('need no column that only forms require', async () => {
    const { call } = await connect()
    expect(await call('POST', '/accounts', { telephone1: '1' })).toMatchObject({ status: 204 })
  })

  it('stay, inactive, after a merge, and take changes', async () => {
    const { call, get, emulator } = await connect({ seedRecords: [named('A'), named('B')] })
    const [lost = '', survivor = ''] = emulator.records().map(({ id }) => id)
    emulator.user.merge(lost, survivor)
    const path = `/accounts(${lost})`
    expect(await get(`${path}?$select=merged,_masterid_value,statecode`)).toMatchObject({
      body: { merged: true, _masterid_value: survivor, statecode: 1 },
    })
    const change = await call('PATCH', path, { name: 'C' }, { 'if-match': '*' })
    expect(change).toMatchObject({ status: 204 })
  })
})

describe("Dataverse's batches", () => {
  it('end at the first row that fails, and keep the rows before it', async () => {
    const { batch, emulator } = await connect()
    const answer = await batch(batchOf(['A', 'x'.repeat(161), 'C']))
    expect(answer.status).toBe(400)
    expect(statusesIn(answer)).toEqual(['204', '400'])
    expect(emulator.records().map(({ values }) => values['name'])).toEqual(['A'])
  })

  it('go on after a row that fails if the call prefers it', async () => {
    const { batch, emulator } = await connect()
    const answer = await batch(batchOf(['A', 'x'.repeat(161), 'C']), 'odata.continue-on-error')
    expect(answer.status).toBe(200)
    expect(statusesIn(answer)).toEqual(['204', '400', '204'])
    expect(emulator.records().map(({ values }) => values['name'])).toEqual(['A', 'C'])
  })

  it('are refused with lines that end in LF, without a boundary and without an end', async () => {
    const { batch, emulator } = await connect()
    const body = batchOf(['A'])
    for (const other of [
      body.replaceAll('\r\n', '\n'),
      body.replaceAll('--b', '--other'),
      body.replace('--b--', ''),
    ])
      expect(await batch(other)).toMatchObject({ status: 400 })
    expect(emulator.records()).toEqual([])
  })
})

describe("Dataverse's lists", () => {
  const namesIn = ({ body }: Answer): string[] =>
    Object.values(Object(Object(body).value)).map((row) => String(Object(row).name))

  it.each([
    ["name eq 'ACME'", ['Acme']],
    ["name eq 'O''Brien'", ["O'Brien"]],
    ["contains(name,'c')", ['Acme', 'Acorn']],
    ["name eq 'Acme' or name eq 'Acorn' and statecode eq 1", ['Acme']],
    ["(name eq 'Acme' or name eq 'Acorn') and statecode ne 1", ['Acme', 'Acorn']],
  ])('with %s hold %j', async (filter, expected) => {
    const seedRecords = ['Acme', 'Acorn', "O'Brien"].map(named)
    const { get } = await connect({ seedRecords })
    const query = new URLSearchParams({ $select: 'name', $filter: filter })
    expect(namesIn(await get(`/accounts?${query.toString()}`))).toEqual(expected)
  })

  it.each([
    ["startswith(name,'A')", 501],
    ["name in ('A')", 501],
    ["nope eq 'A'", 400],
    ["name eq 'A' name eq 'B'", 400],
  ])('are refused for the filter %s with %i', async (filter, status) => {
    const { get } = await connect()
    const query = new URLSearchParams({ $filter: filter })
    expect(await get(`/accounts?${query.toString()}`)).toMatchObject({ status })
  })

  it('go on by their next link, in pages of the size that the call prefers', async () => {
    const { get, emulator } = await connect({ seedRecords: ['A', 'B', 'C'].map(named) })
    const prefer = { prefer: 'odata.maxpagesize=2' }
    const first = await get('/accounts?$select=name', prefer)
    const link = String(Object(first.body)['@odata.nextLink'])
    expect(link.startsWith(`${emulator.url}${base}`)).toBe(true)
    const rest = await get(link.slice(`${emulator.url}${base}`.length), prefer)
    expect([...namesIn(first), ...namesIn(rest)]).toEqual(['A', 'B', 'C'])
    expect(rest.body).not.toHaveProperty('@odata.nextLink')
  })

  it('of changes take no filter', async () => {
    const { get } = await connect()
    const query = new URLSearchParams({ $filter: "name eq 'A'" })
    const answer = await get(`/accounts?${query.toString()}`, { prefer: 'odata.track-changes' })
    expect(answer).toMatchObject(refused(400, '0x80060888'))
  })
})

describe("Dataverse's limits", () => {
  it('make calls wait for longer that do not wait', async () => {
    const at = Date.UTC(2026, 10, 2)
    const { get, batch, emulator } = await connect({ now: () => at })
    emulator.faults.begin({ kind: 'budget', left: 1 })
    expect(await get('/WhoAmI')).toMatchObject({ status: 200 })
    const waits: number[] = []
    for (const call of [() => get('/WhoAmI'), () => batch(batchOf(['A'])), () => get('/WhoAmI')]) {
      const { status, headers } = await call()
      expect(status).toBe(429)
      waits.push(Number(headers.get('retry-after')))
    }
    expect(waits).toEqual([300, 310, 320])
    expect(emulator.records()).toEqual([])
    emulator.advance(320_001)
    expect(await get('/WhoAmI')).toMatchObject({ status: 200 })
  })
})

describe('the Dynamics 365 emulator', () => {
  it('answers 501 to what it does not emulate', async () => {
    const { get, call } = await connect()
    expect(await get("/accounts(fb_id='c_1')")).toMatchObject({ status: 501 })
    expect(await get('/accounts?$top=1')).toMatchObject({ status: 501 })
    expect(await call('POST', '/tasks', { subject: 'A' })).toMatchObject({ status: 501 })
    expect(await get('/opportunities')).toMatchObject({ status: 404 })
  })

  it('keeps its records, versions and tokens over a restart', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'dynamics-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true }))
    const before = await connect({ dataFolder })
    const path = `/accounts(${idOf(1)})`
    await before.call('PATCH', path, { name: 'A' })
    const etagIn = ({ body }: Answer): unknown => Object(body)['@odata.etag']
    const etag = etagIn(await before.get(`${path}?$select=name`))
    await before.emulator.close()
    const emulator = await start({ dataFolder })
    expect(emulator.records()).toMatchObject([{ object: 'account', values: { name: 'A' } }])
    const tokens = tokensOf(await requestToken(emulator, refreshOf(before.tokens)))
    const answer = await clientOf(emulator, tokens).get(`${path}?$select=name`)
    expect(etag).toMatch(/^W\/"\d+"$/)
    expect(etagIn(answer)).toBe(etag)
  })

  it.each([
    { NODE_ENV: 'production' },
    { DYNAMICS_CLIENT_SECRET: 'a-real-secret' },
    { PUBLIC_ORIGIN: 'https://fieldbook.example' },
  ])('does not start with %o', async (env) => {
    await expect(startDynamicsEmulator({ env })).rejects.toThrow(/does not start/)
  })
})
