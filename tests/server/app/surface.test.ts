import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { securityHeaders } from '../../../server/platform/http/headers.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import { testIssuer } from '../../kit/app-parts.ts'
import { testKeys } from '../../kit/keys.ts'

describe('the HTTP surface of the server', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({
      companies: 0,
      parts: { supports: (id) => id === 'now' || id === 'before' },
    })
  })
  afterAll(() => test.close())

  it('describes every endpoint in OpenAPI 3.1', async () => {
    const { body } = await test.ask('GET', '/openapi.json', undefined, { as: null })
    expect(body.openapi).toBe('3.1.0')
    const described = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap(
      (path) => Object.values(path).map((operation) => operation.operationId),
    )
    expect(described.sort()).toEqual(Object.keys(api).sort())
  })

  it.each(['/api/configs', '/api/nothing', '/health', '/api/customer/metadata'])(
    'sends security headers with %s',
    async (path) => {
      const { headers } = await test.app.inject({ url: path })
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['content-security-policy']).not.toContain('unsafe-eval')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it('keeps answers of the API out of caches', async () => {
    const { headers } = await test.ask('GET', '/customer/metadata')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('answers 304 if the client has the filters already', async () => {
    const first = await test.ask('GET', '/filters?module=core')
    expect(first.status).toBe(200)
    const again = await test.app.inject({
      url: '/api/filters?module=core',
      headers: {
        authorization: `Bearer ${await test.token()}`,
        'if-none-match': String(first.headers.etag),
      },
    })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  it('tells pages of unsupported deployments to update', async () => {
    const ask = (deployment: string) =>
      test.ask('GET', '/configs', undefined, { as: null, headers: { 'deployment-id': deployment } })
    expect((await ask('now')).status).toBe(200)
    expect((await ask('before')).status).toBe(200)
    const old = await ask('long-ago')
    expect(old.status).toBe(426)
    expect(old.body.code).toBe('client-outdated')
  })

  it.each(['/api/nothing', '/%ff'])(
    'names its own origin in the problem of %s, not a forged Host header’s',
    async (url) => {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      const answer = await test.app.inject({ url, headers })
      expect(answer.json().type).toMatch(/^http:\/\/localhost\/problems\//)
      expect(answer.body).not.toContain('evil')
    },
  )

  it('refuses tokens of its own key under another issuer, or none', async () => {
    const { privateKey } = await testKeys()
    const statusFor = async (claims: JWTPayload) => {
      const [now, sub] = [Math.floor(Date.now() / 1000), 'user_alex']
      const token = await new SignJWT({ sub, sid: 'sess_test', iat: now, exp: now + 60, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .sign(privateKey)
      const headers = { authorization: `Bearer ${token}` }
      return (await test.app.inject({ url: '/api/credits', headers })).statusCode
    }
    // Signed in, without an organisation.
    expect(await statusFor({ iss: testIssuer })).toBe(403)
    for (const claims of [
      {},
      { iss: '' },
      { iss: 'https://evil.example' },
      { iss: `${testIssuer}/` },
      { iss: `${testIssuer}.evil.example` },
      { iss: 'http://localhost/__clerk' },
    ])
      expect([claims, await statusFor(claims)]).toEqual([claims, 401])
  })

  it('is healthy and ready', async () => {
    expect((await test.app.inject({ url: '/health' })).statusCode).toBe(200)
    expect((await test.app.inject({ url: '/ready' })).statusCode).toBe(200)
  })
})

it('sends Clerk its own origin, not a forged Host header’s', async () => {
  const upstream = fastify()
  upstream.get('/v1/client', ({ headers }) => ({
    proxy: headers['clerk-proxy-url'],
    caller: headers['x-forwarded-for'],
  }))
  const target = await upstream.listen({ port: 0, host: '127.0.0.1' })
  const test = await startTestApp({
    companies: 0,
    parts: { clerkProxy: { target, secretKey: 'sk_test_secret' } },
  })
  const headers = { host: 'evil.example', 'x-forwarded-for': '203.0.113.7' }
  const answer = await test.app.inject({ url: '/__clerk/v1/client', headers })
  expect(answer.json()).toEqual({ proxy: 'http://localhost/__clerk', caller: '127.0.0.1' })
  await test.close()
  await upstream.close()
})

it('keeps the headers of one connection from the other, between browser and Clerk', async () => {
  const upstream = createServer((_, response) => {
    response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=999', 'x-own': 'x' })
    response.end('{}')
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is an object.
  const { port } = upstream.address() as AddressInfo
  const test = await startTestApp({
    companies: 0,
    parts: { clerkProxy: { target: `http://127.0.0.1:${port}`, secretKey: 'sk_test_secret' } },
  })
  const ask = (headers: Record<string, string>) =>
    test.app.inject({ url: '/__clerk/v1/client', headers })
  const { headers } = await ask({})
  expect(headers['x-own']).toBe('x')
  expect(headers['keep-alive']).toBeUndefined()
  for (const own of [{ 'keep-alive': 'timeout=5' }, { upgrade: 'x' }, { expect: '100-continue' }])
    expect([own, (await ask(own)).statusCode]).toEqual([own, 200])
  await test.close()
  upstream.close()
})

it('allows the bot protection of the hosted Clerk only', () => {
  const policyWith = (clerkHosted: boolean, clerkOrigin: string | null): string | undefined =>
    securityHeaders({
      clerkOrigin,
      clerkHosted,
      reports: [],
      workspaceTours: false,
      chat: null,
      stripe: null,
      https: false,
      hashes: () => ({ styles: [], scripts: [] }),
    })()['content-security-policy']
  const bots = 'https://challenges.cloudflare.com'
  const direct = policyWith(true, 'https://clerk.fieldbook.example')
  expect(direct).toContain(`script-src 'self' https://clerk.fieldbook.example ${bots};`)
  expect(direct).toContain(`frame-src ${bots};`)
  const proxied = policyWith(true, null)
  expect(proxied).toContain(`script-src 'self' ${bots};`)
  expect(proxied).toContain(`frame-src ${bots};`)
  expect(proxied).toContain("img-src 'self' data: https://img.clerk.com;")
  const emulated = policyWith(false, null)
  expect(emulated).not.toMatch(/cloudflare|frame-src|clerk/)
})

it('allows Product Fruits only with a workspace', () => {
  const policyWith = (workspaceTours: boolean): string | undefined =>
    securityHeaders({
      clerkOrigin: null,
      clerkHosted: false,
      reports: [],
      workspaceTours,
      chat: null,
      stripe: null,
      https: false,
      hashes: () => ({ styles: [], scripts: [] }),
    })()['content-security-policy']
  expect(policyWith(false)).not.toContain('productfruits')
  expect(policyWith(true)).toContain("script-src 'self' https://*.productfruits.com;")
  expect(policyWith(true)).not.toContain('unsafe-inline')
})

it('allows Stripe, or the emulator that replaces its script, only with payments', () => {
  const policyWith = (stripe: { scriptUrl: string | null } | null): string | undefined =>
    securityHeaders({
      clerkOrigin: null,
      clerkHosted: false,
      reports: [],
      workspaceTours: false,
      chat: null,
      stripe,
      https: false,
      hashes: () => ({ styles: [], scripts: [] }),
    })()['content-security-policy']
  expect(policyWith(null)).not.toMatch(/stripe|frame-src/)
  const hosted = policyWith({ scriptUrl: null })
  expect(hosted).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
  expect(hosted).toContain("connect-src 'self' https://api.stripe.com;")
  expect(hosted).toContain(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;',
  )
  const emulated = policyWith({ scriptUrl: 'http://127.0.0.1:8126/stripe.js' })
  expect(emulated).toContain("script-src 'self' http://127.0.0.1:8126;")
  expect(emulated).toContain('frame-src http://127.0.0.1:8126;')
  expect(emulated).not.toContain('stripe.com')
})

it('allows a chat only with its script, and never what tracks visitors', () => {
  const policyWith = (chat: { script: string; hosted: boolean } | null): string | undefined =>
    securityHeaders({
      clerkOrigin: null,
      clerkHosted: false,
      reports: [],
      workspaceTours: false,
      chat,
      stripe: null,
      https: false,
      hashes: () => ({ styles: [], scripts: [] }),
    })()['content-security-policy']
  expect(policyWith(null)).not.toMatch(/hubspot|hs-scripts|frame-src/)
  const hosted = policyWith({
    script: 'https://js-ap1.hs-scripts.com/1234567.js',
    hosted: true,
  })
  expect(hosted).toContain(
    "script-src 'self' https://js-ap1.hs-scripts.com https://*.usemessages.com;",
  )
  expect(hosted).toContain('frame-src https://*.hubspot.com;')
  expect(hosted).not.toMatch(/analytics|banner|unsafe-inline/)
  const emulated = policyWith({ script: 'http://127.0.0.1:8127/1.js', hosted: false })
  expect(emulated).toContain("connect-src 'self' http://127.0.0.1:8127")
})
