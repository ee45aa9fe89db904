import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../contract/core/days.ts'
import type { Billing, Subscription } from '../../../contract/org/customer.ts'
import { disputeNotice, dueNotices, refundNotice } from '../../../server/billing/notices.ts'

const sydney = 'Australia/Sydney'
const end = '2026-09-30T14:30:00.000Z'
const before = (days: number): number => Date.parse(end) - days * dayMs

const subscription = (status: Subscription['status'], billing: Partial<Billing> = {}) => ({
  id: 'sub_1',
  customer: 'cus_1',
  status,
  billingCountry: 'AU',
  billingCurrency: 'AUD',
  planBucketId: 'bkt_growth',
  plan: { product: 'prod_growth', metadata: { plan_name: 'Growth' } },
  items: { data: [] },
  metadata: {
    plan_name: 'Growth',
    bucketId: 'bkt_growth',
    seats: 5,
    credits: 3_000,
    periodEnd: end,
  },
  billing: {
    provider: 'stripe' as const,
    interval: 'year' as const,
    unitAmount: 150_000,
    renewsAt: null,
    endsAt: null,
    scheduled: null,
    failedPayment: null,
    ...billing,
  },
})

const keysAt = (plan: Subscription, days: number): string[] =>
  dueNotices(plan, sydney, before(days)).map(({ key }) => key)

describe('notifications about billing', () => {
  it('come seven days and one day before a trial ends', () => {
    const trial = subscription('trialing')
    expect(keysAt(trial, 7.01)).toEqual([])
    expect(keysAt(trial, 7)).toEqual(['trial/2026-09-30/7'])
    expect(keysAt(trial, 1.01)).toEqual(['trial/2026-09-30/7'])
    expect(keysAt(trial, 1)).toEqual(['trial/2026-09-30/1'])
    expect(keysAt(trial, 0)).toEqual([])
    const [notice] = dueNotices(trial, sydney, before(1))
    expect(notice?.title).toBe('Your free trial ends on 1 Oct 2026')
  })

  it('come 30 and 7 days before a year renews, with what is charged', () => {
    const yearly = subscription('active', { renewsAt: end })
    expect(keysAt(yearly, 31)).toEqual([])
    expect(keysAt(yearly, 30)).toEqual(['renewal/2026-09-30/30'])
    expect(keysAt(yearly, 7)).toEqual(['renewal/2026-09-30/7'])
    const [notice] = dueNotices(yearly, sydney, before(7))
    expect(notice).toMatchObject({
      title: 'Your Growth plan renews on 1 Oct 2026',
      detail:
        'We’ll charge your card A$7,500.00 plus GST for 5 users and another year. You can change or cancel your plan until 1 Oct 2026.',
      link: '/dashboard/billing',
    })
  })

  it('say that a coupon takes something off the price of the next year', () => {
    const [notice] = dueNotices(
      subscription('active', { renewsAt: end, discounted: true }),
      sydney,
      before(30),
    )
    expect(notice?.detail).toContain('A$7,500.00 plus GST, before your discount, for 5 users')
  })

  it('name the smaller plan that begins with the renewal', () => {
    const scheduled = {
      bucketId: 'bkt_starter',
      plan_name: 'Starter',
      seats: 1,
      interval: 'month' as const,
      at: end,
    }
    const [notice] = dueNotices(
      subscription('active', { renewsAt: end, scheduled }),
      sydney,
      before(7),
    )
    expect(notice?.detail).toContain('on the Starter plan for 1 user, paid by the month.')
  })

  it.each([
    ['a monthly plan', subscription('active', { renewsAt: end, interval: 'month' })],
    ['a cancelled year', subscription('active', { endsAt: end })],
    ['a plan that has ended', subscription('canceled', { renewsAt: end })],
  ])('do not announce the end of %s', (_, plan) => {
    expect(keysAt(plan, 1)).toEqual([])
  })

  it('come once for an unpaid period, whichever retry failed', () => {
    const failedAt = (at: string) =>
      subscription('past_due', {
        failedPayment: {
          at,
          reason: 'Your card has insufficient funds.',
          last4: '9995',
          accessEndsAt: '2026-10-07T14:30:00.000Z',
        },
      })
    const [first] = dueNotices(failedAt('2026-09-30T15:00:00Z'), sydney, before(-1))
    expect(first).toEqual({
      key: 'failed/2026-09-30',
      title: 'Your card ending 9995 was declined on 1 Oct 2026',
      detail:
        'We couldn’t take the payment for your Growth plan. The bank says: Your card has insufficient funds. Everyone keeps access until 8 Oct 2026. Change the card, and we’ll try again.',
      link: '/dashboard/billing',
    })
    const [retry] = dueNotices(failedAt('2026-10-03T15:00:00Z'), sydney, before(-4))
    expect(retry?.key).toBe(first?.key)
  })

  it('say what a refund takes back and what a dispute leaves', () => {
    const money = { id: 're_1', amount: 19_250, currency: 'aud' }
    expect(refundNotice({ ...money, credits: 320 })).toMatchObject({
      key: 'refund/re_1',
      title: 'We refunded A$192.50',
      detail: expect.stringContaining('We took back 320 add-on credits'),
    })
    expect(disputeNotice({ ...money, currency: 'nzd', credits: 0 })).toMatchObject({
      title: 'Your bank disputes a payment of NZ$192.50',
      detail: expect.not.stringContaining('credit'),
    })
    expect(disputeNotice({ ...money, credits: 500 }).detail).toContain(
      'Until then we hold back 500 add-on credits',
    )
  })
})
