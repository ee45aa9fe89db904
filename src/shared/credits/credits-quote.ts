import {
  purchaseStep,
  smallestPurchase,
  tierOf,
  type AddonPlan,
} from '../../../contract/money/billing.ts'
import { gstOf } from '../billing/prices.ts'

export type CreditsQuote = {
  perCredit: number
  subtotal: number
  tax: number
  total: number
}

/** In cents; null below the smallest quantity. */
export const quoteCredits = (plan: AddonPlan, credits: number): CreditsQuote | null => {
  const tier = tierOf(plan.tiers, credits)
  if (tier === undefined) return null
  const subtotal = tier.price_per_credit * credits
  const tax = gstOf(subtotal, plan.gst)
  return { perCredit: tier.price_per_credit, subtotal, tax, total: subtotal + tax }
}

/** A larger quantity that costs less in all: the next price applies to every credit. */
export const cheaperQuantity = (
  plan: AddonPlan,
  credits: number,
): { credits: number; perCredit: number } | null => {
  const now = quoteCredits(plan, credits)
  const next = plan.tiers.toSorted((a, b) => a.from - b.from).find(({ from }) => from > credits)
  if (now === null || next === undefined) return null
  return next.from * next.price_per_credit < now.subtotal
    ? { credits: next.from, perCredit: next.price_per_credit }
    : null
}

/** So many credits as are sold together, at least `short`. */
export const purchaseFor = (short: number): number =>
  Math.max(short === 0 ? usual : smallestPurchase, Math.ceil(short / purchaseStep) * purchaseStep)

const usual = 500
