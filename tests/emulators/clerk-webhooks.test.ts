import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClerkClient } from '@clerk/backend'
import { verifyWebhook, type WebhookEvent } from '@clerk/backend/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMO_ORGANIZATIONS, DEMO_USERS } from '../../emulators/clerk/demo.ts'
import { openBrowser, signIn } from '../kit/clerk/browser.ts'
import { ORIGIN, PASSWORDS, startClerk, type StartedClerk } from '../kit/clerk/start.ts'

const { harbour } = DEMO_ORGANIZATIONS

interface Received {
  id: string
  headers: Headers
  body: string
}

let clerk: StartedClerk
let product: Server
let received: Received[]
/** To successive attempts; the last repeats. */
let answers: (number | 'cut')[]

beforeEach(async () => {
  received = []
  answers = [200]
  product = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
      received.push({ id: headers.get('svix-id') ?? '', headers, body })
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200
      if (answer === 'cut') request.socket.destroy()
      else response.writeHead(answer).end('{}')
    })
  })
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done))
  clerk = await start()
})

afterEach(async () => {
  await clerk.end()
  await new Promise((done) => {
    product.close(done)
    product.closeAllConnections()
  })
})

test('webhooks report changes of users, companies, members, invitations and sessions, with signatures that the official library accepts', async () => {
  const { apiUrl, secretKey } = clerk
  const server = createClerkClient({ secretKey, apiUrl, telemetry: { disabled: true } })
  const browser = openBrowser(() => clerk.url, ORIGIN)
  const { id: sessionId } = await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)
  await server.users.updateUser(DEMO_USERS.admin.id, { firstName: 'Alexandra' })
  const created = await server.organizations.createOrganization({
    name: 'Told',
    createdBy: DEMO_USERS.admin.id,
  })
  await server.organizations.updateOrganization(created.id, { name: 'Changed twice' })
  const people = [DEMO_USERS.standard, DEMO_USERS.otherAdmin]
  for (const { email } of people)
    await server.organizations.createOrganizationInvitation({
      organizationId: created.id,
      emailAddress: email,
      role: 'org:basic_member',
    })
  const [last, first] = (
    await server.organizations.getOrganizationInvitationList({ organizationId: created.id })
  ).data.toReversed()
  await server.organizations.revokeOrganizationInvitation({
    organizationId: created.id,
    invitationId: last?.id ?? '',
  })
  const guest = openBrowser(() => clerk.url, ORIGIN)
  await signIn(guest, DEMO_USERS.standard.email, PASSWORDS.standard)
  await guest.post(`/v1/me/organization_invitations/${first?.id}/accept`)
  const member = { organizationId: created.id, userId: DEMO_USERS.standard.id }
  await server.organizations.updateOrganizationMembership({ ...member, role: 'org:admin' })
  await server.organizations.deleteOrganizationMembership(member)
  await server.organizations.deleteOrganization(created.id)
  await server.sessions.revokeSession(sessionId)
  await server.users.deleteUser(DEMO_USERS.standard.id)

  const events = await eventsUntil('user.deleted')
  expect(events.map((webhookEvent) => webhookEvent.type)).toEqual([
    'session.created',
    'user.updated',
    'organization.created',
    'organizationMembership.created',
    'organization.updated',
    'organizationInvitation.created',
    'organizationInvitation.created',
    'organizationInvitation.revoked',
    'session.created',
    'organizationMembership.created',
    'organizationInvitation.accepted',
    'organizationMembership.updated',
    'organizationMembership.deleted',
    'organizationMembership.deleted',
    'organization.deleted',
    'session.revoked',
    'organizationMembership.deleted',
    'session.removed',
    'user.deleted',
  ])
  const dataOf = (type: WebhookEvent['type']) =>
    events.find((webhookEvent) => webhookEvent.type === type)?.data
  expect(dataOf('user.updated')).toMatchObject({
    id: DEMO_USERS.admin.id,
    first_name: 'Alexandra',
    email_addresses: [
      { email_address: DEMO_USERS.admin.email, verification: { status: 'verified' } },
    ],
    private_metadata: {},
  })
  expect(dataOf('organization.created')).toMatchObject({
    id: created.id,
    name: 'Told',
    created_by: DEMO_USERS.admin.id,
  })
  expect(dataOf('organizationMembership.updated')).toMatchObject({
    role: 'org:admin',
    organization: { id: created.id },
    public_user_data: { user_id: DEMO_USERS.standard.id, identifier: DEMO_USERS.standard.email },
  })
  expect(dataOf('organizationInvitation.accepted')).toMatchObject({
    email_address: DEMO_USERS.standard.email,
    status: 'accepted',
    user_id: DEMO_USERS.standard.id,
  })
  expect(dataOf('organization.deleted')).toEqual({
    object: 'organization',
    id: created.id,
    slug: 'told',
    deleted: true,
  })
  expect(dataOf('session.revoked')).toMatchObject({ id: sessionId, status: 'revoked' })
  expect(dataOf('user.deleted')).toEqual({
    object: 'user',
    id: DEMO_USERS.standard.id,
    deleted: true,
  })
})

test('webhooks distinguish sign-out from a revoked session', async () => {
  for (const act of ['end', 'remove']) {
    const browser = openBrowser(() => clerk.url, ORIGIN)
    const { id } = await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)
    await browser.post(`/v1/client/sessions/${id}/${act}`)
  }
  const events = await eventsUntil('session.removed')
  expect(events.map((webhookEvent) => webhookEvent.type)).toEqual([
    'session.created',
    'session.ended',
    'session.created',
    'session.removed',
  ])
})

test('webhooks fail verification after a change or with another secret', async () => {
  await rename('Changed')
  const { body, headers } = await nth(1)
  const asRequest = (text: string) =>
    new Request('http://product.example', { method: 'POST', headers, body: text })
  const signingSecret = clerk.webhookSecret
  await expect(verifyWebhook(asRequest(body), { signingSecret })).resolves.toMatchObject({
    type: 'organization.updated',
  })
  await expect(
    verifyWebhook(asRequest(body.replace('Changed', 'Hacked')), { signingSecret }),
  ).rejects.toThrow('Unable to verify')
  const other = `whsec_${Buffer.from('another secret').toString('base64')}`
  await expect(verifyWebhook(asRequest(body), { signingSecret: other })).rejects.toThrow(
    'Unable to verify',
  )
})

test('webhooks retry a refused event with the same bytes until it is accepted', async () => {
  answers = [500, 404, 'cut', 200]
  await rename('Again')
  const attempts = [await nth(1), await nth(2), await nth(3), await nth(4)]
  expect(new Set(attempts.map((attempt) => attempt.id)).size).toBe(1)
  expect(new Set(attempts.map((attempt) => attempt.body)).size).toBe(1)
  expect(await finishedDeliveries()).toEqual([
    { type: 'organization.updated', status: 'delivered', attempts: 4, answer: '200' },
  ])
})

test('webhooks give up after the last attempt', async () => {
  answers = [404]
  await rename('No receiver')
  expect(await finishedDeliveries()).toEqual([
    { type: 'organization.updated', status: 'given up', attempts: 5, answer: '404' },
  ])
  expect(received).toHaveLength(5)
})

test('webhooks queue events while the product is down, also over a restart, and deliver them once', async () => {
  const { dataFolder } = clerk
  await clerk.close()
  clerk = await start({ dataFolder, url: 'http://127.0.0.1:9/', retryAfterMs: [3_600_000] })
  await rename('Kept')
  expect(await firstAttempt()).toMatchObject({ status: 'waiting', attempts: 1 })
  await clerk.close()

  clerk = await start({ dataFolder })
  const { body } = await nth(1)
  expect(body).toContain('"name":"Kept"')
  expect(await finishedDeliveries()).toMatchObject([{ status: 'delivered', attempts: 2 }])
  await clerk.close()
  clerk = await start({ dataFolder })
  await rename('After')
  expect((await nth(2)).body).toContain('"name":"After"')
})

test('webhooks report the seeded users of a first start', async () => {
  await clerk.end()
  clerk = await start({ dataFolder: `${clerk.dataFolder}-new` })
  const events = await eventsUntil('organizationMembership.created')
  expect(events.map((webhookEvent) => webhookEvent.type)).toEqual([
    'organization.created',
    'organization.created',
    'organization.created',
    'user.created',
    'user.created',
    'user.created',
    'user.created',
    'organizationMembership.created',
  ])
})

interface Start {
  dataFolder?: string
  url?: string
  retryAfterMs?: number[]
}

function start({ dataFolder, url, retryAfterMs = [1, 1, 1, 1] }: Start = {}) {
  const { port } = product.address() as AddressInfo
  return startClerk({
    ...(dataFolder === undefined ? {} : { dataFolder }),
    webhook: { url: () => url ?? `http://127.0.0.1:${port}/api/webhooks/clerk`, retryAfterMs },
  })
}

async function rename(name: string): Promise<void> {
  const { apiUrl, secretKey } = clerk
  const server = createClerkClient({ secretKey, apiUrl, telemetry: { disabled: true } })
  await server.organizations.updateOrganization(harbour.id, { name })
}

async function nth(n: number): Promise<Received> {
  return eventually(() => received[n - 1])
}

async function eventsUntil(type: WebhookEvent['type']): Promise<WebhookEvent[]> {
  const events: WebhookEvent[] = []
  for (let n = 1; events.at(-1)?.type !== type; n += 1) {
    const { headers, body } = await nth(n)
    const request = new Request('http://product.example', { method: 'POST', headers, body })
    events.push(await verifyWebhook(request, { signingSecret: clerk.webhookSecret }))
  }
  return events
}

function firstAttempt() {
  return eventually(() => clerk.deliveries().find((delivery) => delivery.attempts > 0))
}

function finishedDeliveries() {
  return eventually(() => {
    const all = clerk.deliveries()
    return all.length > 0 && all.every((delivery) => delivery.status !== 'waiting')
      ? all
      : undefined
  })
}

/** The test's own timeout ends the wait. */
async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((next) => setTimeout(next, 2))
  }
}
