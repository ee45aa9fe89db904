import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { Proration } from '../../contract/money/billing.ts'
import { gst } from '../../contract/money/plans.ts'
import { monthsFrom } from '../credits/period.ts'
import type { Plan } from '../plans/plan.ts'
import { StripePreview, type StripeSubscription } from './answers.ts'
import { itemOf } from './live-subscription.ts'
import { usersOf, type PlanPrice } from './prices.ts'

/** A change of a paid plan. `priceId` is the provider's; `current` is null if the plan is no longer sold. */
export type Change = {
  live: StripeSubscription
  current: Plan | null
  price: PlanPrice
  priceId: string
  seats: number
}

/** More users, a larger plan, or a year instead of months begin now; anything smaller begins with the next period. */
export const beginsNow = ({ live, current, price, seats }: Change): boolean => {
  const { quantity = 1, price: before } = itemOf(live)
  const isYearly = before.recurring?.interval === 'year'
  if (isYearly && price.interval === 'month') return false
  const paid = (before.unit_amount ?? 0) / (isYearly ? 12 : 1)
  const listed = current && monthlyPrice(current, price.country)
  return (monthlyPrice(price.plan, price.country) ?? 0) * seats >= (listed ?? paid) * quantity
}

const monthlyPrice = (plan: Plan, country: PlanPrice['country']): number | null => {
  const [month, year] = country === 'AU' ? [plan.auMonth, plan.auYear] : [plan.nzMonth, plan.nzYear]
  return month ?? (year === null ? null : year / 12)
}

/** Whether the plan is already as the change wants it. */
export const isAlready = ({ live, priceId, seats }: Change): boolean => {
  const { price, quantity } = itemOf(live)
  return price.id === priceId && quantity === seats
}

/** Of a change at `now`, or at the nearest moment of the current period. `now` is in ms since 1970. */
export const prorationDateOf = (live: StripeSubscription, now: number): number => {
  const { current_period_start: start, current_period_end: end } = itemOf(live)
  return Math.min(Math.max(Math.floor(now / 1000), start), end)
}

/** Within the current period, as the provider demands it. */
export const isProrationDate = (live: StripeSubscription, seconds: number): boolean =>
  prorationDateOf(live, seconds * 1000) === seconds

/** The provider's own calculation, equal to the invoice to the cent if the change is made with the same `prorationDate`. */
export const previewChange = async (
  stripe: Stripe,
  change: Change,
  prorationDate: number,
): Promise<Proration> => {
  const { live, price, priceId, seats } = change
  const item = itemOf(live)
  const whole = {
    currency: price.currency,
    prorationDate,
    nextAmount: price.unitAmount * seats,
    nextInvoiceAt: isoOf(item.current_period_end),
  }
  const nothing = { lines: [], subtotal: 0, tax: 0, total: 0 }
  if (isAlready(change)) return { ...nothing, ...whole, begins: 'now' }
  if (!beginsNow(change)) return { ...nothing, ...whole, begins: 'next-period' }
  const answer = await stripe.invoices.createPreview({
    subscription: live.id,
    subscription_details: {
      items: [{ id: item.id, price: priceId, quantity: seats }],
      proration_behavior: 'always_invoice',
      proration_date: prorationDate,
    },
  })
  const preview = z.parse(StripePreview, answer)
  const { subtotal, total_excluding_tax: net, total } = preview
  const lines = preview.lines.data.map(({ description, amount }) => ({
    title: description ?? price.plan.name,
    amount,
  }))
  return {
    lines: net === subtotal ? lines : [...lines, { title: 'Discount', amount: net - subtotal }],
    subtotal: net,
    tax: total - net,
    total,
    ...whole,
    nextInvoiceAt: isoOf(
      Math.max(item.current_period_end, ...preview.lines.data.map(({ period }) => period.end)),
    ),
    begins: 'now',
  }
}

/** What a plan costs that replaces a trial: a whole period from `now`, in ms since 1970. */
export const previewFirst = (price: PlanPrice, seats: number, now: number): Proration => {
  const { plan, interval, unitAmount, country, currency } = price
  const subtotal = unitAmount * seats
  const tax = Math.round((subtotal * gst[country]) / 100)
  return {
    lines: [{ title: `${plan.name} plan, ${usersOf(seats)}`, amount: subtotal }],
    subtotal,
    tax,
    total: subtotal + tax,
    currency,
    prorationDate: Math.floor(now / 1000),
    begins: 'now',
    nextInvoiceAt: new Date(monthsFrom(now, interval === 'year' ? 12 : 1)).toISOString(),
    nextAmount: subtotal,
  }
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
