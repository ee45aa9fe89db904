import { expect, it } from 'vitest'
import type { Subscription } from '../../../../contract/org/customer.ts'
import { aTrial } from '../../../kit/session/gate.ts'
import { whyNot } from '../../../../src/screens/plan/why-not.ts'

const subscription: Subscription = {
  ...aTrial,
  metadata: {
    plan_name: 'Growth',
    bucketId: 'bkt_growth',
    seats: 3,
    credits: 1800,
    periodEnd: '2026-03-03',
  },
}

it('Each subscription state gives its own reason why the app is closed', () => {
  const reasons = [
    whyNot(null),
    whyNot({ ...subscription, metadata: null }),
    whyNot(aTrial),
    ...(['canceled', 'past_due', 'unpaid', 'paused', 'incomplete'] as const).map((status) =>
      whyNot({ ...subscription, status }),
    ),
  ]
  expect(new Set(reasons).size).toBe(reasons.length)
  expect(reasons[2]).toBe('Your free trial ended on 1 Jan 2030.')
  expect(reasons[3]).toBe('The Growth plan ended on 3 Mar 2026.')
})
