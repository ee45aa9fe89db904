import type { Stripe } from 'stripe'
import { monthsFrom } from '../../../server/credits/period.ts'

/** Credits of a user and month, by product. */
const monthly: Record<string, number> = { prod_starter: 200, prod_growth: 600 }

type Paid = { start: number; end: number; credits: number; paidAt: number }
/** `level` is of a whole month; `high` is the largest that was paid for in it, and `more` what that added. */
type Month = { start: number; end: number; level: number; high: number; more: number }

/** What the paid invoices of a plan are worth until a moment, in seconds: months that have begun, and the rest of a month for more. */
export const creditsWanted = (
  { id, ended_at: endedAt }: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  now: number,
): number => {
  // The provider lists the newest first; of one second the first was first.
  const paid = invoices
    .toReversed()
    .filter(({ status, parent }) => status === 'paid' && subscriptionIdOf(parent) === id)
    .flatMap(lastLine)
    .toSorted((a, b) => a.paidAt - b.paidAt)
  let months: Month[] = []
  let end = 0
  for (const line of paid) {
    if (line.end === end) raise(months, line)
    else if (line.end < end) {
      // A renewal of the plan before, paid late: only what no other month covers.
      const late = monthsOf(line).filter(
        (month) =>
          !months.some(({ start, end: until }) => start < month.end && until > month.start),
      )
      months = late.concat(months)
    } else {
      // Another interval, or the next period: the old one ends, and its later months never begin.
      const before = months.filter(({ start }) => start < line.start)
      months = before
        .map((month) => ({ ...month, end: Math.min(month.end, line.start) }))
        .concat(monthsOf(line))
      end = line.end
    }
  }
  const until = Math.min(now, endedAt ?? Number.POSITIVE_INFINITY) * 1000
  return months
    .filter(({ start }) => start <= until)
    .reduce((sum, { level, more }) => sum + level + more, 0)
}

const subscriptionIdOf = (parent: Stripe.Invoice['parent']): string | undefined => {
  const subscription = parent?.subscription_details?.subscription
  return typeof subscription === 'object' ? subscription.id : subscription
}

const lastLine = ({ lines, status_transitions: { paid_at: paidAt } }: Stripe.Invoice): Paid[] =>
  lines.data
    .filter(({ amount }) => amount > 0)
    .slice(-1)
    .map(({ period, quantity, pricing }) => ({
      start: period.start * 1000,
      end: period.end * 1000,
      credits: (quantity ?? 0) * (monthly[String(pricing?.price_details?.product)] ?? 0),
      paidAt: paidAt ?? 0,
    }))

const monthsOf = ({ start, end, credits }: Paid): Month[] => {
  const months: Month[] = []
  for (let count = 0; monthsFrom(end, -count) > start; count += 1)
    months.push({
      // A month that was paid from the 31st ends on the 30th.
      start: Math.max(start, monthsFrom(end, -count - 1)),
      end: monthsFrom(end, -count),
      level: credits,
      high: credits,
      more: 0,
    })
  return months
}

const raise = (months: Month[], { start: at, credits }: Paid): void => {
  for (const month of months) {
    if (month.end <= at) continue
    if (month.start >= at) {
      // A renewal of the plan before may be paid after the change.
      month.level = Math.max(month.level, credits)
      month.high = month.level
    } else if (credits > month.high) {
      const share = (month.end - at) / (month.end - month.start)
      month.more += Math.floor((credits - month.high) * share)
      month.high = credits
    }
  }
}
