import type { Subscription } from '../../../contract/org/customer.ts'
import { formatDay } from '../../lib/format.ts'

/** Why the app is closed; null for a company that never had a plan. */
export const whyNot = (subscription: Subscription | null): string | null => {
  if (subscription === null) return null
  const { metadata, status } = subscription
  if (metadata === null)
    return 'We’re setting up your subscription. This takes a moment after a payment.'
  const plan = metadata.plan_name
  const end = formatDay(metadata.periodEnd)
  if (metadata.bucketId === 'bkt_trial') return `Your free trial ended on ${end}.`
  if (status === 'canceled') return `The ${plan} plan ended on ${end}.`
  if (status === 'past_due') return `We haven’t received the ${plan} plan payment due on ${end}.`
  if (status === 'unpaid') return `The ${plan} plan hasn’t been paid since ${end}.`
  if (status === 'paused') return `The ${plan} plan is paused.`
  return `The first payment for the ${plan} plan isn’t complete.`
}
