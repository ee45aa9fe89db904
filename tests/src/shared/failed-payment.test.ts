import { expect, it } from 'vitest'
import { describeFailedPayment } from '../../../src/shared/failed-payment.ts'
import { aPaidPlan } from '../../kit/screens/billing.ts'

it('A failed payment repeats no reason that only says the card was declined', () => {
  const at = '2029-03-03T02:00:00Z'
  const failed = { at, last4: '4242', accessEndsAt: '2029-03-10T02:00:00Z' }
  const textOf = (reason: string) =>
    describeFailedPayment(
      aPaidPlan({ failedPayment: { ...failed, reason } }, { status: 'past_due' }),
      Date.parse(at),
    )
  expect(textOf('Your card was declined.')).toBe(
    'The card ending 4242 was declined on 3 Mar 2029. Your Growth plan closes in 7 days, on 10 Mar 2029.',
  )
  expect(textOf('Your card has expired.')).toContain('Mar 2029. Your card has expired. Your Growth')
})
