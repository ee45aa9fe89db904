import * as z from 'zod/mini'
import { defaultCurrency } from '../constants.ts'
import { adminEndpoint } from '../core/endpoint.ts'
import { Subscription } from '../org/customer.ts'
import { BillingCountry } from './plans.ts'

/** Amounts are in cents of their currency; `subtotal` is without GST. */
const Cents = z.int()
const StripeId = z.string().check(z.minLength(1), z.maxLength(255))
const Seats = z.int().check(z.minimum(1), z.maximum(10_000))
const own = z.object({ orgId: z.string().check(z.maxLength(255)) })

export const smallestPurchase = 100
export const purchaseStep = 50
export const largestPurchase = 100_000

/** One price for the whole quantity: the tier with the largest `from` that is not above it. */
export const AddonTier = z.object({ from: z.int(), price_per_credit: Cents })
export type AddonTier = z.infer<typeof AddonTier>

/** What add-on credits cost (spec 3: price_per_credit, stripe_price_id); `price_per_credit` is of the smallest purchase. */
export const AddonPlan = z.object({
  price_per_credit: Cents,
  stripe_price_id: z.string(),
  currency: z.string(),
  /** In percent. */
  gst: z.int(),
  tiers: z.array(AddonTier),
})
export type AddonPlan = z.infer<typeof AddonPlan>

/** Of a quantity, in cents for one credit; undefined below the smallest tier. */
export const tierOf = (tiers: readonly AddonTier[], credits: number): AddonTier | undefined =>
  tiers.toSorted((a, b) => b.from - a.from).find(({ from }) => from <= credits)

export const Invoice = z.object({
  id: z.string(),
  /** Null until the invoice is final. */
  number: z.nullable(z.string()),
  date: z.string(),
  title: z.string(),
  /** With GST. */
  amount: Cents,
  currency: z.string(),
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  /** Stripe's page and file; they end by themselves, so they are never stored. */
  url: z.nullable(z.string()),
  pdfUrl: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>

/** `last4` is null for a payment method that is no card. */
export const PaymentMethod = z.object({
  brand: z.string(),
  last4: z.nullable(z.string()),
  expMonth: z.nullable(z.int()),
  expYear: z.nullable(z.int()),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** What a change of plan costs now. A smaller one costs nothing and begins with the next period. */
export const Proration = z.object({
  lines: z.array(z.object({ title: z.string(), amount: Cents })),
  subtotal: Cents,
  tax: Cents,
  total: Cents,
  currency: z.string(),
  /** Unix seconds; sent back to agree to exactly this price. */
  prorationDate: z.int(),
  begins: z.enum(['now', 'next-period']),
  /** ISO 8601, with the amount of a whole period without GST. */
  nextInvoiceAt: z.string(),
  nextAmount: Cents,
})
export type Proration = z.infer<typeof Proration>

/**
 * `done`: paid, or nothing to pay. `action`: the bank wants the customer to confirm; `clientSecret` is for Stripe's own dialog, `url`
 * for its page. `declined`: `reason` is the bank's, in words.
 */
const Payment = {
  status: z.enum(['open', 'done', 'action', 'declined']),
  url: z.nullable(z.string()),
  reason: z.nullable(z.string()),
}

export const billingEndpoints = {
  addonPlan: adminEndpoint({
    method: 'GET',
    path: '/plans/{subscriptionId}/addon-credits',
    summary: 'What add-on credits cost',
    input: z.object({
      subscriptionId: StripeId,
      billingCountry: z.optional(BillingCountry),
    }),
    output: z.object({ plan: AddonPlan }),
  }),
  /** The credits come once the invoice is paid. With `useCard` the card on file is charged at once. */
  buyCredits: adminEndpoint({
    method: 'POST',
    path: '/customer/{orgId}/addon-credits-payment-intent',
    key: 'optional',
    summary: 'An invoice for add-on credits, and what the browser needs to pay it',
    input: z.object({
      ...own.shape,
      totalCredits: z
        .int()
        .check(z.minimum(smallestPurchase), z.maximum(largestPurchase), z.multipleOf(purchaseStep)),
      /** Without GST. */
      amount: Cents,
      pricePerCredit: Cents,
      priceId: StripeId,
      currency: z._default(z.enum(['AUD', 'NZD']), defaultCurrency),
      useCard: z._default(z.boolean(), false),
    }),
    output: z.object({
      /** Null once it is paid. */
      clientSecret: z.nullable(z.string()),
      paymentIntentId: z.nullable(z.string()),
      invoiceId: z.string(),
      amount: Cents,
      tax: Cents,
      total: Cents,
      currency: z.string(),
      ...Payment,
    }),
    rate: 'requests',
    external: true,
  }),
  customerPortal: adminEndpoint({
    method: 'POST',
    path: '/customer-portal',
    summary: 'The address of Stripe’s page for card, invoices and cancellation, for one visit',
    input: z.object({
      ...own.shape,
      return_section: z.enum(['plan', 'invoices', 'payment']),
    }),
    output: z.object({ url: z.string() }),
    gate: 'member',
    rate: 'requests',
    reads: true,
  }),
  invoices: adminEndpoint({
    method: 'GET',
    path: '/customer/{orgId}/invoices',
    summary: 'The latest invoices, the newest first',
    input: own,
    output: z.object({ invoices: z.array(Invoice) }),
    gate: 'member',
  }),
  paymentMethod: adminEndpoint({
    method: 'GET',
    path: '/customer/{orgId}/payment-method',
    summary: 'The card that is charged, or null',
    input: own,
    output: z.object({ paymentMethod: z.nullable(PaymentMethod) }),
    gate: 'member',
  }),
  previewProrata: adminEndpoint({
    method: 'POST',
    path: '/subscription/{id}/preview-prorata',
    summary: 'What a change of plan or seats would cost now',
    input: z.object({
      id: StripeId,
      customerId: StripeId,
      subscriptionItemId: StripeId,
      priceId: StripeId,
      qty: Seats,
      /** Unix seconds; by default now. */
      prorationDate: z.optional(z.int()),
      isTrialMode: z.optional(z.boolean()),
    }),
    output: Proration,
    reads: true,
    rate: 'requests',
  }),
  /** Throws `price-changed` with a new preview if `total` is no longer what it costs. */
  changePlan: adminEndpoint({
    method: 'POST',
    path: '/subscription/{id}/change',
    summary: 'Changes plan, seats or interval at the price that was shown',
    input: z.object({
      id: StripeId,
      priceId: StripeId,
      qty: Seats,
      prorationDate: z.int(),
      total: Cents,
    }),
    output: z.object({ subscription: Subscription, ...Payment }),
    rate: 'requests',
    external: true,
  }),
  cancelPlan: adminEndpoint({
    method: 'POST',
    path: '/subscription/{id}/cancel',
    summary: 'Ends the plan with the paid period',
    input: z.object({ id: StripeId }),
    output: z.object({ subscription: Subscription }),
    rate: 'requests',
    external: true,
  }),
  resumePlan: adminEndpoint({
    method: 'POST',
    path: '/subscription/{id}/resume',
    summary: 'Takes back a cancellation, or a smaller plan that has not begun',
    input: z.object({ id: StripeId }),
    output: z.object({ subscription: Subscription }),
    rate: 'requests',
    external: true,
  }),
}
