import type { Subscription } from '../../../contract/customer.ts'
import { formatDay } from '../../lib/format.ts'

/** Why the app is closed, from what is known of the subscription. */
export const whyNot = (subscription: Subscription | null): string => {
  if (subscription === null) return 'There is no subscription for this company.'
  const { metadata, status } = subscription
  if (metadata === null)
    return 'Its subscription is being set up. This takes a moment after a payment.'
  const plan = metadata.plan_name
  const end = formatDay(metadata.periodEnd)
  if (status === 'canceled') return `Its ${plan} plan was cancelled and ended on ${end}.`
  if (status === 'past_due')
    return `The payment for its ${plan} plan, due on ${end}, has not arrived.`
  if (status === 'unpaid') return `Its ${plan} plan is unpaid since ${end}.`
  if (status === 'paused') return `Its ${plan} plan is paused.`
  return `The first payment for its ${plan} plan has not been completed.`
}
