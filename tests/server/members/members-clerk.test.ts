import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEMO_ORGANIZATIONS, DEMO_USERS, demoSeed } from '../../../emulators/clerk/demo.ts'
import { startClerkEmulator, type ClerkEmulator } from '../../../emulators/clerk/emulator.ts'
import { clerkBackend } from '../../../server/platform/vendors/clerk-backend.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'

const { harbour } = DEMO_ORGANIZATIONS
const { admin, standard } = DEMO_USERS

describe('an organisation in Clerk and in Fieldbook', () => {
  let folder: string
  let clerk: ClerkEmulator
  let test: TestApp
  let url = ''
  let now = Date.now()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clerk-members-'))
    const password = 'a good password'
    clerk = await startClerkEmulator({
      dataFolder: folder,
      origin: () => url,
      seed: demoSeed({
        admin: password,
        standard: password,
        otherAdmin: password,
        newcomer: password,
      }),
      webhook: {
        url: () => `${url}/api/webhooks/clerk`,
        retryAfterMs: Array.from({ length: 400 }, () => 50),
      },
      env: {},
    })
    const { apiUrl, secretKey, webhookSecret } = clerk
    test = await startTestApp({
      companies: 0,
      parts: {
        clerk: clerkBackend({ apiUrl, secretKey, fetch }),
        webhookSecrets: [webhookSecret],
        now: () => now,
      },
    })
    url = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await clerk.close()
    await test.close()
    await rm(folder, { recursive: true })
  })

  const as = { orgId: harbour.id, userId: admin.id }
  const info = async () => (await test.ask('GET', '/customer/info', undefined, { as })).body
  const atClerk = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(`${clerk.apiUrl}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${clerk.secretKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(200)
  }

  it('has the same members before the first webhook', async () => {
    const { customer, members } = await info()
    expect(customer.name).toBe(harbour.name)
    expect(members).toMatchObject([
      { userId: admin.id, name: 'Alex Fernleigh', email: admin.email, role: 'admin' },
      { userId: standard.id, name: 'Sam Wattle', email: standard.email, role: 'standard' },
    ])
  })

  it('gets a changed role, a changed name and a removal within seconds', async () => {
    const membership = `organizations/${harbour.id}/memberships/${standard.id}`
    await atClerk('PATCH', membership, { role: 'org:admin' })
    await vi.waitFor(async () => expect((await info()).members[1]).toMatchObject({ role: 'admin' }))
    await atClerk('PATCH', `users/${standard.id}`, { first_name: 'Samuel' })
    await vi.waitFor(async () =>
      expect((await info()).members[1]).toMatchObject({ name: 'Samuel Wattle' }),
    )
    const sam = { ...as, userId: standard.id, issuedAt: Date.now() }
    const ask = () => test.ask('GET', '/customer/features', undefined, { as: sam })
    expect((await ask()).status).toBe(200)
    await atClerk('DELETE', membership)
    await vi.waitFor(async () => expect((await ask()).status).toBe(401))
    expect((await info()).members).toHaveLength(1)
    await vi.waitFor(() =>
      expect(clerk.deliveries().map((delivery) => delivery.status)).not.toContain('waiting'),
    )
    expect(clerk.deliveries().map((delivery) => [delivery.status, delivery.answer])).toEqual(
      clerk.deliveries().map(() => ['delivered', '200']),
    )
  })

  it('has the same name whichever side changes it', async () => {
    await atClerk('PATCH', `organizations/${harbour.id}`, { name: 'Harbour at Clerk' })
    await vi.waitFor(async () => expect((await info()).customer.name).toBe('Harbour at Clerk'))
    now += 120_000
    const given = await test.ask(
      'PUT',
      '/customer/update',
      { data: { name: 'Harbour here' } },
      { as, headers: { 'idempotency-key': crypto.randomUUID() } },
    )
    expect(given.body.name).toBe('Harbour here')
    await test.app.settled()
    const roster = await clerkBackend({ ...clerk, fetch }).roster(harbour.id)
    expect(roster.organisation?.name).toBe('Harbour here')
    expect((await info()).customer.name).toBe('Harbour here')
  })
})
