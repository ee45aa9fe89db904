import { dayMs } from '../../contract/core/days.ts'
import type { Subscription } from '../../contract/org/customer.ts'
import { formatCount, formatDay } from '../lib/format.ts'

/** What failed, why, and how long access lasts; null while nothing is due. `now` is in ms since 1970. */
export const describeFailedPayment = (
  { status, billing, plan }: Subscription,
  now: number,
): string | null => {
  if (status !== 'past_due' || !billing?.failedPayment) return null
  const { at, reason, last4, accessEndsAt } = billing.failedPayment
  const card = last4 === null ? 'Your payment' : `The card ending ${last4}`
  const days = Math.max(0, Math.ceil((Date.parse(accessEndsAt) - now) / dayMs))
  const left = days === 0 ? 'today' : `in ${formatCount(days, 'day', 'days')}`
  const why = reason === null || isBareDecline(reason) ? '' : ` ${reason.replace(/\.?$/, '.')}`
  return `${card} was declined on ${formatDay(at)}.${why} Your ${plan.metadata.plan_name} plan closes ${left}, on ${formatDay(accessEndsAt)}.`
}

/** The bank's reason that says no more than that it declined. */
const isBareDecline = (reason: string): boolean => /^your card was declined\.?$/i.test(reason)
