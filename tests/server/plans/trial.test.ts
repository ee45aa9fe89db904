import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../../contract/core/days.ts'
import type { Roster } from '../../../server/platform/vendors/clerk-backend.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'

const start = Date.parse('2026-03-03T01:00:00Z')
let now = start
let test: TestApp
const rosters = new Map<string, Roster>()

beforeAll(async () => {
  test = await startTestApp({
    companies: 0,
    asSold: true,
    parts: {
      now: () => now,
      clerk: {
        roster: (orgId) =>
          Promise.resolve(rosters.get(orgId) ?? { organisation: null, members: [] }),
        rename: () => Promise.resolve(0),
        limitMembers: () => Promise.resolve(),
      },
    },
  })
})
afterAll(() => test.close())

/** An organisation whose only member, an admin, signed up with this email. */
const founded = async (orgId: string, email: string) => {
  const founder = {
    userId: `user_of_${orgId}`,
    name: 'Robin Quill',
    email,
    role: 'org:admin',
    at: now,
  }
  rosters.set(orgId, { organisation: { name: orgId, at: now }, members: [founder] })
  const as = { orgId, userId: founder.userId, role: 'org:admin' }
  await test.ask('GET', '/customer/info', undefined, { as })
  return as
}

const startTrial = (
  as: { orgId: string; userId: string; role: string },
  { key = crypto.randomUUID(), ...more }: Record<string, unknown> & { key?: string } = {},
) =>
  test.ask(
    'POST',
    '/checkout',
    { orgId: as.orgId, isTrialMode: true, ...more },
    {
      as,
      headers: { 'idempotency-key': key },
    },
  )
const activePlan = async (as: { orgId: string }) =>
  (await test.ask('GET', `/customer/${as.orgId}/subscription/active-plan`, undefined, { as })).body
    .subscription
const credits = async (as: { orgId: string }) =>
  (await test.ask('GET', '/credits', undefined, { as })).body.balance

describe('the trial', () => {
  it('starts with 50 credits for 14 days and answers the dashboard', async () => {
    const as = await founded('org_tideline', 'robin@tideline.example')
    expect((await test.ask('GET', '/products', undefined, { as })).body.trial).toBe('available')
    expect(await startTrial(as)).toMatchObject({
      status: 200,
      body: { sessionId: '', url: '/dashboard' },
    })
    expect(await activePlan(as)).toMatchObject({
      status: 'trialing',
      planBucketId: 'bkt_trial',
      billingCountry: 'AU',
      billingCurrency: 'AUD',
      metadata: { seats: 2, credits: 50, periodEnd: new Date(now + 14 * dayMs).toISOString() },
    })
    expect(await credits(as)).toBe(50)
    expect((await test.ask('GET', '/home', undefined, { as })).status).not.toBe(402)
    const log = await test.ask('GET', '/audit', undefined, { as })
    expect(log.body.entries[0]).toMatchObject({ act: 'plan', details: { plan: 'Trial' } })
  })

  it('answers a repeated request with the same bytes and grants nothing twice', async () => {
    const as = await founded('org_repeat', 'kim@repeat.example')
    const key = crypto.randomUUID()
    const first = await startTrial(as, { key, billingCountry: 'NZ' })
    const second = await startTrial(as, { key, billingCountry: 'NZ' })
    expect(second.body).toEqual(first.body)
    expect((await activePlan(as)).billingCurrency).toBe('NZD')
    expect(await credits(as)).toBe(50)
  })

  it('starts once when two requests arrive at the same time', async () => {
    const as = await founded('org_twice', 'kim@twice.example')
    const both = await Promise.all([startTrial(as), startTrial(as)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 200])
    expect(await credits(as)).toBe(50)
  })

  it('that runs answers the dashboard again and grants nothing twice', async () => {
    const as = await founded('org_running', 'kim@running.example')
    const first = await startTrial(as)
    expect(await startTrial(as)).toMatchObject({ status: 200, body: first.body })
    expect(await credits(as)).toBe(50)
    const { entries } = (await test.ask('GET', '/audit', undefined, { as })).body
    expect(entries.filter(({ act }: { act: string }) => act === 'plan')).toHaveLength(1)
  })

  it('is refused to another organisation of the same domain', async () => {
    await startTrial(await founded('org_first', 'a@shared.example'))
    const second = await startTrial(await founded('org_second', 'b@mail.shared.example'))
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'trial-used',
        detail:
          'Someone with an email at shared.example has already used the free trial. Ask them to invite you, or contact sales.',
      },
    })
  })

  it('is not refused for a domain of free mail', async () => {
    await startTrial(await founded('org_mail_1', 'one.founder@gmail.com'))
    expect((await startTrial(await founded('org_mail_2', 'other.founder@gmail.com'))).status).toBe(
      200,
    )
  })

  it('waits until the sign-in service has named the members', async () => {
    const as = { orgId: 'org_unlisted', userId: 'user_unlisted', role: 'org:admin' }
    expect((await startTrial(as)).body.code).toBe('not-ready')
  })

  it('is for admins, and for their own organisation', async () => {
    const as = await founded('org_standard', 'kim@standard.example')
    expect((await startTrial({ ...as, role: 'org:basic_member' })).status).toBe(403)
    expect((await startTrial(as, { orgId: 'org_first' })).status).toBe(404)
    expect(await activePlan(as)).toBeNull()
  })

  it('ends by itself: the gate closes at its end, a job ends it, and it cannot start again', async () => {
    const as = await founded('org_ends', 'kim@ends.example')
    await startTrial(as)
    now = start + 14 * dayMs
    try {
      expect((await test.ask('POST', '/records', { category: 'company' }, { as })).status).toBe(402)
      expect((await activePlan(as)).status).toBe('trialing')
      await test.app.jobs.runTimely()
      expect((await activePlan(as)).status).toBe('canceled')
      expect((await startTrial(as)).body.detail).toBe(
        'Your company has already had its free trial.',
      )
      expect((await test.ask('GET', '/products', undefined, { as })).body.trial).toBe('used')
    } finally {
      now = start
    }
  })
})

it('Checkout of a paid plan says in words that card payment is not set up', async () => {
  const as = await founded('org_buyer', 'kim@buyer.example')
  const answer = await startTrial(as, {
    isTrialMode: false,
    price: 'growth_month_aud',
    userCount: 3,
    isAnnual: false,
    isCouponApplied: false,
  })
  expect(answer).toMatchObject({
    status: 422,
    body: {
      code: 'payment-unavailable',
      detail: 'Card payment isn’t set up here. Contact sales and we’ll start your plan.',
    },
  })
})
