import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet, type JWTPayload } from 'jose'
import { beforeAll, expect, test, vi } from 'vitest'
import { DEMO_ORGANIZATIONS, DEMO_USERS, demoSeed } from '../../../../emulators/clerk/demo.ts'
import { startClerkEmulator } from '../../../../emulators/clerk/emulator.ts'
import {
  bearerOf,
  verifier,
  type VerifierOptions,
} from '../../../../server/platform/http/identity.ts'
import { openBrowser, signIn } from '../../../kit/clerk/browser.ts'

const ORIGIN = 'https://app.fieldbook.example'
const ISSUER = 'https://clerk.fieldbook.example'
const NOW = new Date('2026-03-03T10:00:00Z')
const SECOND = 1000

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
let ours: { privateKey: SigningKey; publicKeys: JSONWebKeySet }
let others: typeof ours

beforeAll(async () => {
  ours = await makeKey('ours')
  others = await makeKey('ours')
})

test('reads user, organisation and role from claims of version 2', async () => {
  const token = await sign({ o: { id: 'org_1', rol: 'admin', slg: 'harbour' } })
  expect(await check(token)).toEqual({
    userId: 'user_1',
    sessionId: 'sess_1',
    orgId: 'org_1',
    role: 'admin',
    issuedAt: NOW.getTime(),
  })
})

test('reads the same from claims of version 1', async () => {
  const token = await sign({ org_id: 'org_1', org_role: 'org:admin', org_slug: 'harbour' })
  expect(await check(token)).toMatchObject({ orgId: 'org_1', role: 'admin' })
})

test.each([
  ['admin', 'admin'],
  ['org:admin', 'admin'],
  ['basic_member', 'standard'],
  ['org:basic_member', 'standard'],
  ['org:billing', 'other'],
  ['administrator', 'other'],
  ['org:org:admin', 'other'],
  ['', 'other'],
])('reads the role %j as %s in both versions', async (role, expected) => {
  expect(await check(await sign({ org_id: 'org_1', org_role: role }))).toMatchObject({
    role: expected,
  })
  expect(await check(await sign({ o: { id: 'org_1', rol: role } }))).toMatchObject({
    role: expected,
  })
})

test('has neither organisation nor role without an active organisation', async () => {
  expect(await check(await sign({}))).toMatchObject({ orgId: null, role: null })
})

test('accepts a token until five seconds after it expires, for clock skew', async () => {
  const token = await sign({})
  await expect(check(token, { now: at(60 + 4) })).resolves.toMatchObject({ userId: 'user_1' })
  await expect(check(token, { now: at(60 + 6) })).rejects.toMatchObject({ reason: 'expired' })
  await expect(check(token, { now: at(-16) })).rejects.toMatchObject({ reason: 'invalid' })
})

test('refuses a cached token once it has expired, and caches no other by it', async () => {
  let now = at(0)
  const verify = verifier({ ...options(), now: () => now() })
  const token = await sign({})
  await verify(token)
  now = at(60 + 4)
  await expect(verify(token)).resolves.toMatchObject({ userId: 'user_1' })
  await expect(verify(`${token.slice(0, -4)}AAAA`)).rejects.toMatchObject({ reason: 'invalid' })
  now = at(60 + 5)
  await expect(verify(token)).rejects.toMatchObject({ reason: 'expired' })
})

test('refuses a token of another site, issuer or key, and of a pending session', async () => {
  const invalid = { reason: 'invalid' }
  await expect(check(await sign({ azp: 'https://evil.example' }))).rejects.toMatchObject(invalid)
  await expect(check(await sign({ iss: 'https://evil.example' }))).rejects.toMatchObject(invalid)
  await expect(check(await sign({}, others.privateKey))).rejects.toMatchObject(invalid)
  await expect(check(await sign({ sts: 'pending' }))).rejects.toMatchObject(invalid)
})

test('refuses a token without user, session or signature, or with changed claims', async () => {
  const [head = '', , tail = ''] = (await sign({})).split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = part({ ...standard(), sub: 'user_2' })
  const bad = [
    await sign({ sub: '' }),
    await sign({ sid: undefined }),
    await sign({}, ours.privateKey, ['exp']),
    `${part({ alg: 'none' })}.${claims}.`,
    `${part({ alg: 'HS256', kid: 'ours' })}.${claims}.${tail}`,
    `${head}.${claims}.${tail}`,
    'a.b.c',
    '',
  ]
  for (const token of bad) {
    await expect(check(token)).rejects.toMatchObject({ reason: 'invalid' })
  }
})

test('fetches keys once for many tokens, and distinguishes an unreachable key server from a bad token', async () => {
  let fetches = 0
  const server = createServer((_request, response) => {
    fetches += 1
    response.setHeader('content-type', 'application/json').end(JSON.stringify(ours.publicKeys))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const remote = { keys: { jwksUrl: `http://127.0.0.1:${port}/jwks.json` } }
  const verify = verifier({ ...options(), ...remote })

  await Promise.all([verify(await sign({})), verify(await sign({}))])
  await new Promise((resolve) => server.close(resolve))
  await expect(verify(await sign({ sub: 'user_2' }))).resolves.toMatchObject({ userId: 'user_2' })
  expect(fetches).toBe(1)

  const late = verifier({ ...options(), ...remote })
  await expect(late(await sign({}))).rejects.toMatchObject({ reason: 'unavailable' })
})

test('trusts a withdrawn key for ten minutes at most', async () => {
  const other = await makeKey('next')
  let published = { keys: [...ours.publicKeys.keys, ...other.publicKeys.keys] }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(published))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const keys = { jwksUrl: `http://127.0.0.1:${port}/jwks.json` }
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  try {
    const verify = verifier({ ...options(), keys, now: () => new Date() })
    const lasting = (sub: string) => sign({ sub, exp: NOW.getTime() / SECOND + 3_600 })
    const seen = await lasting('user_1')
    await verify(seen)
    published = other.publicKeys
    vi.setSystemTime(Date.now() + 9 * 60 * SECOND)
    await expect(verify(await lasting('user_2'))).resolves.toMatchObject({ userId: 'user_2' })
    vi.setSystemTime(Date.now() + 61 * SECOND)
    for (const token of [await lasting('user_3'), seen])
      await expect(verify(token)).rejects.toMatchObject({ reason: 'invalid' })
  } finally {
    vi.useRealTimers()
    server.close()
  }
})

test('accepts tokens of the Clerk emulator by its published keys', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clerk-verifier-'))
  const password = 'a good password'
  const clerk = await startClerkEmulator({
    dataFolder,
    origin: () => ORIGIN,
    seed: demoSeed({
      admin: password,
      standard: password,
      otherAdmin: password,
      newcomer: password,
    }),
    env: {},
  })
  const verify = verifier({
    keys: { jwksUrl: clerk.jwksUrl },
    issuers: [clerk.issuer],
    authorizedParties: [ORIGIN],
  })
  const browser = openBrowser(() => clerk.url, ORIGIN)
  const { id } = await signIn(browser, DEMO_USERS.standard.email, password)
  const orgId = DEMO_ORGANIZATIONS.harbour.id
  await browser.post(`/v1/client/sessions/${id}/touch`, { active_organization_id: orgId })
  const { body } = await browser.post(`/v1/client/sessions/${id}/tokens`)
  expect(await verify(String(body.jwt))).toMatchObject({
    userId: DEMO_USERS.standard.id,
    sessionId: id,
    orgId,
    role: 'standard',
  })
  await clerk.close()
  await rm(dataFolder, { recursive: true })
})

test('reads a bearer token from its header only', () => {
  expect(bearerOf('Bearer aa.bb.cc')).toBe('aa.bb.cc')
  expect(bearerOf('bearer aa.bb.cc')).toBe('aa.bb.cc')
  for (const header of [undefined, '', 'Bearer', 'Basic aa.bb.cc', 'Bearer aa.bb', 'aa.bb.cc']) {
    expect(bearerOf(header)).toBeNull()
  }
})

function options(): VerifierOptions {
  return {
    keys: { publicKeys: ours.publicKeys },
    issuers: [ISSUER],
    authorizedParties: ['https://elsewhere.example', ORIGIN],
    now: () => NOW,
  }
}

function check(token: string, changes: Partial<VerifierOptions> = {}) {
  return verifier({ ...options(), ...changes })(token)
}

function at(seconds: number): () => Date {
  return () => new Date(NOW.getTime() + seconds * SECOND)
}

function standard(): JWTPayload {
  const now = NOW.getTime() / SECOND
  return {
    sub: 'user_1',
    sid: 'sess_1',
    iss: ISSUER,
    azp: ORIGIN,
    sts: 'active',
    iat: now,
    nbf: now - 10,
    exp: now + 60,
  }
}

function sign(
  claims: JWTPayload,
  key: SigningKey = ours.privateKey,
  without: string[] = [],
): Promise<string> {
  const all = Object.entries({ ...standard(), ...claims })
  return new SignJWT(Object.fromEntries(all.filter(([name]) => !without.includes(name))))
    .setProtectedHeader({ alg: 'RS256', kid: 'ours' })
    .sign(key)
}

async function makeKey(kid: string): Promise<typeof ours> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  return { privateKey, publicKeys: { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] } }
}
