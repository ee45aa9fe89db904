import { expect, it } from 'vitest'
import type { Subscription } from '../../../../contract/org/customer.ts'
import { whyNot } from '../../../../src/screens/plan/why-not.ts'

const subscription: Subscription = {
  id: 'sub_1',
  customer: 'cus_1',
  status: 'canceled',
  billingCountry: 'AU',
  billingCurrency: 'AUD',
  planBucketId: 'bkt_growth',
  plan: { product: 'prod_1', metadata: { plan_name: 'Growth' } },
  items: { data: [{ id: 'si_1' }] },
  metadata: {
    plan_name: 'Growth',
    bucketId: 'bkt_growth',
    seats: 3,
    credits: 1800,
    periodEnd: '2026-03-03',
  },
}

it('Says why the app is closed, each time in its own words', () => {
  const words = [
    whyNot(null),
    whyNot({ ...subscription, metadata: null }),
    ...(['canceled', 'past_due', 'unpaid', 'paused', 'incomplete'] as const).map((status) =>
      whyNot({ ...subscription, status }),
    ),
  ]
  expect(new Set(words).size).toBe(words.length)
  expect(words[2]).toBe('The Growth plan was cancelled and ended on 3 Mar 2026.')
})
