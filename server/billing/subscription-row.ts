import * as z from 'zod/mini'
import { graceMs, Subscription, type Billing } from '../../contract/org/customer.ts'
import { productIdOf, type Plan } from '../plans/plan.ts'
import type { PaidPeriod } from './paid-periods.ts'
import type { FailedPayment, ProviderSubscription } from './provider-state.ts'

export type RowFacts = {
  customerId: string
  subscription: ProviderSubscription
  /** Undefined: a product that is none of our plans opens nothing. */
  plan: Plan | undefined
  /** Of this subscription. */
  periods: readonly PaidPeriod[]
  scheduled: Billing['scheduled']
  failed: FailedPayment | null
}

/**
 * Our row of a subscription. `periodEnd` is paid through: the provider moves its period on before the renewal is paid. Credits are never
 * more than what was paid for.
 */
export const asSubscription = (facts: RowFacts): Subscription => {
  const { customerId, subscription, plan, periods, scheduled } = facts
  const item = itemOf(subscription)
  const seats = item.quantity ?? 1
  const periodEnd = paidThrough(subscription, periods)
  return {
    id: subscription.id,
    customer: customerId,
    status: z.parse(Subscription.shape.status, subscription.status),
    billingCountry: subscription.currency === 'nzd' ? 'NZ' : 'AU',
    billingCurrency: subscription.currency.toUpperCase(),
    planBucketId: plan?.bucket ?? '',
    plan: { product: item.price.product, metadata: { plan_name: plan?.name ?? '' } },
    items: { data: [{ id: item.id }] },
    metadata:
      plan === undefined || periodEnd === null
        ? null
        : {
            plan_name: plan.name,
            bucketId: plan.bucket,
            seats,
            credits: paidCreditsOf(plan, seats, periods),
            periodEnd: iso(periodEnd),
          },
    billing: { ...termsOf(subscription), scheduled, failedPayment: failureOf(facts, periodEnd) },
  }
}

/** While the invoice of a paid period is applied: what it paid for. */
export const rowOfPeriod = (
  customerId: string,
  subscription: ProviderSubscription,
  period: PaidPeriod,
): Subscription => {
  const { plan, seats } = period
  const row = asSubscription({
    customerId,
    subscription: { ...subscription, status: 'active', ended_at: null, cancel_at: null },
    plan,
    periods: [period],
    scheduled: null,
    failed: null,
  })
  return {
    ...row,
    plan: { product: productIdOf(plan.bucket), metadata: { plan_name: plan.name } },
    metadata: {
      plan_name: plan.name,
      bucketId: plan.bucket,
      seats,
      credits: plan.credits * seats,
      periodEnd: iso(period.end),
    },
  }
}

export const itemOf = ({ items }: ProviderSubscription) => {
  const [item] = items.data
  if (item === undefined) throw new Error('A subscription was parsed without its item.')
  return item
}

/** A renewal of the plan before may be paid after the change to another interval: what is paid for longest counts. */
const paidCreditsOf = (plan: Plan, seats: number, periods: readonly PaidPeriod[]): number => {
  const end = Math.max(...periods.map((period) => period.end))
  const last = periods.findLast((period) => period.end === end)
  return Math.min(plan.credits * seats, last === undefined ? 0 : last.plan.credits * last.seats)
}

/** In ms since 1970; null before anything was paid. */
const paidThrough = (
  subscription: ProviderSubscription,
  periods: readonly PaidPeriod[],
): number | null => {
  const { status, trial_end: trialEnd, ended_at: endedAt } = subscription
  if (status === 'trialing' && trialEnd !== null) return trialEnd * 1000
  if (periods.length === 0) return null
  const { current_period_end: end } = itemOf(subscription)
  return Math.min(
    Math.max(...periods.map((period) => period.end)),
    end * 1000,
    endedAt === null ? Number.POSITIVE_INFINITY : endedAt * 1000,
  )
}

const termsOf = (
  subscription: ProviderSubscription,
): Pick<Billing, 'provider' | 'interval' | 'unitAmount' | 'discounted' | 'renewsAt' | 'endsAt'> => {
  const { cancel_at: cancelAt, ended_at: endedAt } = subscription
  const { price, current_period_end: end } = itemOf(subscription)
  const interval = price.recurring?.interval
  const ends = endedAt ?? cancelAt
  return {
    provider: 'stripe',
    interval: interval === 'month' || interval === 'year' ? interval : null,
    unitAmount: price.unit_amount,
    discounted: subscription.discounts.length > 0,
    renewsAt: ends === null ? iso(end * 1000) : null,
    endsAt: ends === null ? null : iso(ends * 1000),
  }
}

const failureOf = ({ failed }: RowFacts, periodEnd: number | null): Billing['failedPayment'] =>
  failed === null || periodEnd === null
    ? null
    : { ...failed, at: iso(failed.at * 1000), accessEndsAt: iso(periodEnd + graceMs) }

const iso = (at: number): string => new Date(at).toISOString()
