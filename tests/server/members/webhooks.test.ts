import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../server/platform/db/db.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import {
  clerkEvent,
  deliver,
  membershipData,
  newWebhookSecret,
  organisationData,
  svixSignature,
  userData,
  type ClerkDelivery,
} from '../../kit/clerk/webhooks.ts'
import {
  shuffleDeliveries,
  happenings,
  playHappenings,
  readStoredTruth,
  withOurRoles,
} from '../../kit/clerk/world.ts'

const seed = Number(process.env['WEBHOOK_SEED'] ?? 20260303)
const runs = Number(process.env['WEBHOOK_RUNS'] ?? 8)

const secret = newWebhookSecret()
const older = newWebhookSecret()
const at = Date.parse('2026-03-03T00:00:00Z')

describe("Clerk's webhooks", () => {
  let test: TestApp
  let failing = false
  const removed: string[] = []
  beforeAll(async () => {
    test = await startTestApp({
      companies: 0,
      parts: {
        webhookSecrets: [older, secret],
        onMemberRemoved: [
          async (orgId, userId, trx) => {
            await trx
              .insertInto('feedback')
              .values({
                org_id: orgId,
                id: crypto.randomUUID(),
                user_id: userId,
                kind: 'idea',
                message: 'handed over',
                page: '/',
                record_id: null,
              })
              .execute()
            if (failing) throw new Error('The hand-over failed.')
            removed.push(`${orgId}/${userId}`)
          },
        ],
      },
    })
  })
  afterAll(() => test.close())

  const send = (delivery: ClerkDelivery) => deliver(test, delivery, { secret })
  const remembered = async (): Promise<number> =>
    (await test.db.owner.selectFrom('webhook_event').select('id').execute()).length

  it(
    `reach the same state in any order with repetitions (seed ${seed}, ${runs} histories)`,
    async () => {
      let run = 0
      await fc.assert(
        fc.asyncProperty(
          happenings,
          fc.array(fc.nat(1008), { minLength: 8, maxLength: 50 }),
          async (happened, shuffle) => {
            run += 1
            const inOrder = playHappenings(happened, `a${run}_`, at)
            const shuffled = playHappenings(happened, `b${run}_`, at)
            for (const event of inOrder.events) expect((await send(event)).status).toBe(200)
            // Four in parallel, like a sender with several workers.
            const queue = shuffleDeliveries(shuffled.events, shuffle)
            while (queue.length > 0)
              await Promise.all(queue.splice(0, 4).map((event) => sendUntilAccepted(event)))
            expect(await readStoredTruth(test.db, inOrder.truth)).toEqual(
              withOurRoles(inOrder.truth),
            )
            expect(await readStoredTruth(test.db, shuffled.truth)).toEqual(
              withOurRoles(shuffled.truth),
            )
          },
        ),
        { seed, numRuns: runs },
      )
      const rows = await test.db.owner.selectFrom('webhook_event').select('id').execute()
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
    },
    60_000 + runs * 4_000,
  )

  /** Two events may deadlock over each other's rows; one is then refused and sent again. */
  const sendUntilAccepted = async (event: ClerkDelivery): Promise<void> => {
    const { status } = await send(event)
    if (status === 200) return
    expect(status).toBe(503)
    await sendUntilAccepted(event)
  }

  it('are refused if forged, changed, re-encoded or unsigned, and change nothing', async () => {
    const before = await remembered()
    const event = clerkEvent('organization.updated', organisationData('org_forged', 'X', at), at)
    const now = Math.floor(Date.now() / 1000)
    const signature = svixSignature(secret, event.id, now, event.body)
    const forged: [ClerkDelivery, Record<string, string>][] = [
      [event, { 'svix-signature': svixSignature(newWebhookSecret(), event.id, now, event.body) }],
      [{ ...event, body: event.body.replace('"X"', '"Y"') }, { 'svix-signature': signature }],
      [
        { ...event, body: JSON.stringify(JSON.parse(event.body), null, 1) },
        { 'svix-signature': signature },
      ],
      [{ ...event, id: 'msg_other' }, { 'svix-signature': signature }],
      [event, { 'svix-signature': signature.replace('v1,', 'v2,') }],
      [event, { 'svix-signature': 'v1,' }],
      [event, { 'svix-signature': '' }],
      [event, { 'svix-timestamp': 'yesterday' }],
      [event, { 'svix-id': '' }],
    ]
    for (const [delivery, headers] of forged) {
      const answer = await deliver(test, delivery, { secret, headers })
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } })
    }
    const unsigned = await test.app.inject({
      method: 'POST',
      url: '/api/webhooks/clerk',
      payload: { type: 'organization.updated' },
    })
    expect(unsigned.statusCode).toBe(400)
    expect(await remembered()).toBe(before)
    expect(await nameOf(test.db, 'org_forged')).toBeUndefined()
  })

  it('are refused if their signature is more than 300 s old or early', async () => {
    const fresh = () => clerkEvent('session.created', {}, at)
    for (const [ageSeconds, status] of [
      [301, 400],
      [290, 200],
      [-290, 200],
      [-310, 400],
    ] as const)
      expect((await deliver(test, fresh(), { secret, ageSeconds })).status).toBe(status)
  })

  it('are accepted with either secret during a rotation', async () => {
    const event = clerkEvent('session.created', {}, at)
    expect((await deliver(test, event, { secret: older })).status).toBe(200)
    expect((await deliver(test, event, { secret })).status).toBe(200)
    const now = Math.floor(Date.now() / 1000)
    const both = [newWebhookSecret(), secret].map((signingSecret) =>
      svixSignature(signingSecret, event.id, now, event.body),
    )
    const headers = { 'svix-timestamp': String(now), 'svix-signature': both.join(' ') }
    expect((await deliver(test, event, { secret, headers })).status).toBe(200)
  })

  it('are applied once per id, whatever comes later under the same id', async () => {
    const named = (name: string, later: number) =>
      clerkEvent('organization.updated', organisationData('org_once', name, at + later), at + later)
    const first = named('First', 0)
    await send(first)
    expect((await send({ ...named('Second', 1), id: first.id })).status).toBe(200)
    expect(await nameOf(test.db, 'org_once')).toBe('First')
    await send(named('Third', 2))
    expect(await nameOf(test.db, 'org_once')).toBe('Third')
  })

  it('of irrelevant kinds are accepted and change nothing', async () => {
    for (const type of ['session.created', 'organizationInvitation.accepted', 'email.created', ''])
      expect((await send(clerkEvent(type, { id: 'x' }, at))).status).toBe(200)
  })

  it('of an unexpected shape are refused and can be sent again', async () => {
    const before = await remembered()
    const odd = [
      clerkEvent('organizationMembership.created', { role: 'org:admin' }, at),
      clerkEvent('user.updated', userData('', 'Nobody', at), at),
      clerkEvent('organization.updated', organisationData('org_odd', 'Odd', 9e15), at),
      clerkEvent('organization.updated', organisationData('org_odd', 'Odd', -1), at),
    ]
    for (const event of odd)
      expect(await send(event)).toMatchObject({ status: 422, body: { code: 'invalid-input' } })
    const nul = clerkEvent('organization.updated', organisationData('org_odd', 'a\0b', at), at)
    expect(await send(nul)).toMatchObject({ status: 400, body: { code: 'malformed' } })
    expect(await send({ id: 'msg_not_json', body: 'hello' })).toMatchObject({ status: 400 })
    expect(await remembered()).toBe(before)
  })

  it('are marked as processed in the transaction that applies them, so that a failure is repeated completely', async () => {
    const orgId = 'org_half'
    const member = { organisation: organisationData(orgId, 'Half', at), userId: 'user_half' }
    const membership = (role: string) => membershipData({ ...member, name: 'Hal', role, at })
    await send(clerkEvent('organizationMembership.created', membership('org:admin'), at))
    const end = clerkEvent('organizationMembership.deleted', membership('org:admin'), at + 1)
    const before = await remembered()
    failing = true
    expect((await send(end)).status).toBe(500)
    failing = false
    expect(await remembered()).toBe(before)
    expect(await handedOverIn(test.db, orgId)).toBe(0)
    expect(await memberIds(test.db, orgId)).toEqual(['user_half'])

    expect((await send(end)).status).toBe(200)
    expect((await send(end)).status).toBe(200)
    expect(await memberIds(test.db, orgId)).toEqual([])
    expect(await handedOverIn(test.db, orgId)).toBe(1)
    expect(removed.filter((entry) => entry.startsWith(orgId))).toEqual([`${orgId}/user_half`])
  })

  it('transfer work in each organisation of a deleted user, and for each member of a deleted organisation', async () => {
    const join = (orgId: string, userId: string) =>
      send(
        clerkEvent(
          'organizationMembership.created',
          membershipData({
            organisation: organisationData(orgId, 'Two', at),
            userId,
            name: 'Una',
            role: 'org:basic_member',
            at,
          }),
          at,
        ),
      )
    await join('org_one', 'user_una')
    await join('org_two', 'user_una')
    await join('org_two', 'user_vic')
    removed.length = 0
    await send(clerkEvent('user.deleted', { id: 'user_una', deleted: true }, at + 10))
    expect(removed).toEqual(['org_one/user_una', 'org_two/user_una'])
    await send(clerkEvent('organization.deleted', { id: 'org_two', deleted: true }, at + 20))
    expect(removed.slice(2)).toEqual(['org_two/user_vic'])
  })

  it('hide rows without an organisation from the application role', async () => {
    for (const table of ['clerk_user', 'webhook_event'] as const)
      await expect(
        test.db.asOrg('org_one', (trx) => trx.selectFrom(table).selectAll().execute()),
      ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('an installation without a webhook secret', () => {
  it('refuses webhooks with a reason and works without them', async () => {
    const test = await startTestApp({ companies: 0 })
    const event = clerkEvent('organization.updated', organisationData('org_x', 'X', at), at)
    const answer = await deliver(test, event, { secret })
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.body.detail).toContain('CLERK_WEBHOOK_SECRET')
    expect((await test.ask('GET', '/customer/info')).status).toBe(200)
    await test.close()
  })
})

const nameOf = async (db: Database, orgId: string): Promise<string | undefined> =>
  (await db.asOrg(orgId, (trx) => trx.selectFrom('customer').select('name').executeTakeFirst()))
    ?.name

const memberIds = async (db: Database, orgId: string): Promise<string[]> =>
  (
    await db.asOrg(orgId, (trx) =>
      trx.selectFrom('member').select('user_id').where('removed_at', 'is', null).execute(),
    )
  ).map((row) => row.user_id)

const handedOverIn = async (db: Database, orgId: string): Promise<number> =>
  (await db.asOrg(orgId, (trx) => trx.selectFrom('feedback').select('id').execute())).length
