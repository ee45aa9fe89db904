import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { Payments } from '../platform/vendors/payments.ts'
import { Schedule } from './answers.ts'

/** What is read of the provider's answers; nonsense rejects here. Amounts are in cents, moments in seconds since 1970. */
const Id = z.string().check(z.minLength(1))
const Reference = z.pipe(
  z.union([Id, z.object({ id: Id })]),
  z.transform((value) => (typeof value === 'string' ? value : value.id)),
)
const Price = z.object({
  id: Id,
  product: Reference,
  unit_amount: z.nullable(z.int()),
  recurring: z.nullable(z.object({ interval: z.string() })),
})

export const ProviderSubscription = z.object({
  id: Id,
  status: z.string(),
  currency: z.string(),
  created: z.int(),
  cancel_at: z.nullable(z.int()),
  ended_at: z.nullable(z.int()),
  trial_end: z.nullable(z.int()),
  metadata: z.record(z.string(), z.string()),
  pending_update: z.nullable(z.object({})),
  schedule: z.nullable(Schedule),
  discounts: z.array(Reference),
  items: z.object({
    data: z
      .array(
        z.object({
          id: Id,
          quantity: z.optional(z.int()),
          current_period_end: z.int(),
          price: Price,
        }),
      )
      .check(z.minLength(1)),
  }),
})
export type ProviderSubscription = z.infer<typeof ProviderSubscription>

const Line = z.object({
  amount: z.int(),
  quantity: z.nullish(z.int()),
  period: z.object({ start: z.int(), end: z.int() }),
  pricing: z.nullish(z.object({ price_details: z.nullish(z.object({ product: z.nullish(Id) })) })),
})

export const ProviderInvoice = z.object({
  id: Id,
  status: z.nullable(z.string()),
  created: z.int(),
  currency: z.string(),
  total: z.int(),
  collection_method: z.string(),
  due_date: z.nullable(z.int()),
  status_transitions: z.object({ paid_at: z.nullable(z.int()) }),
  parent: z.nullish(
    z.object({ subscription_details: z.nullish(z.object({ subscription: Reference })) }),
  ),
  lines: z.object({ data: z.array(Line) }),
  payments: z.object({
    data: z.array(z.object({ payment: z.object({ payment_intent: z.nullish(Reference) }) })),
  }),
})
export type ProviderInvoice = z.infer<typeof ProviderInvoice>

const Charge = z.object({
  id: Id,
  payment_intent: z.nullable(Reference),
  amount_refunded: z.int(),
  disputed: z.boolean(),
})
const Movement = z.object({
  id: Id,
  amount: z.int(),
  currency: z.string(),
  status: z.nullable(z.string()),
})

/** A refund, or a payment that the customer's bank disputes. */
export type MoneyBack = z.infer<typeof Movement> & {
  kind: 'refund' | 'dispute'
  paymentIntent: string | null
}

export type ProviderState = {
  customerId: string
  /** Empty for a deleted customer. */
  subscriptions: ProviderSubscription[]
  invoices: ProviderInvoice[]
  moneyBack: MoneyBack[]
}

const page = 100
const most = 10_000

/** All that the provider has of a customer. */
export const readProviderState = (payments: Payments, customerId: string): Promise<ProviderState> =>
  payments.call(async (stripe) => {
    const subscriptions = await stripe.subscriptions
      .list({ customer: customerId, status: 'all', limit: page, expand: ['data.schedule'] })
      .autoPagingToArray({ limit: most })
    const invoices = await stripe.invoices
      .list({ customer: customerId, limit: page, expand: ['data.payments'] })
      .autoPagingToArray({ limit: most })
    return {
      customerId,
      subscriptions: z.parse(z.array(ProviderSubscription), subscriptions),
      invoices: z.parse(z.array(ProviderInvoice), invoices),
      moneyBack: await readMoneyBack(stripe, customerId),
    }
  })

const readMoneyBack = async (stripe: Stripe, customer: string): Promise<MoneyBack[]> => {
  const list = stripe.charges.list({ customer, limit: page })
  const charges = z.parse(z.array(Charge), await list.autoPagingToArray({ limit: most }))
  const all: MoneyBack[] = []
  for (const { id: charge, amount_refunded: refunded, disputed, payment_intent } of charges) {
    const found = async (kind: MoneyBack['kind'], rows: unknown): Promise<void> => {
      const movements = z.parse(z.array(Movement), rows)
      all.push(...movements.map((each) => ({ ...each, kind, paymentIntent: payment_intent })))
    }
    if (refunded > 0)
      await found('refund', (await stripe.refunds.list({ charge, limit: page })).data)
    if (disputed) await found('dispute', (await stripe.disputes.list({ charge, limit: page })).data)
  }
  return all
}

const Failure = z.object({
  created: z.int(),
  last_payment_error: z.nullish(
    z.object({
      message: z.nullish(z.string()),
      payment_method: z.nullish(z.object({ card: z.nullish(z.object({ last4: z.string() })) })),
    }),
  ),
  latest_charge: z.nullish(z.object({ created: z.int() })),
})
export type FailedPayment = { at: number; reason: string | null; last4: string | null }

/** The latest attempt to pay an invoice, in words of the bank. */
export const readFailedPayment = (
  payments: Payments,
  paymentIntent: string,
): Promise<FailedPayment> =>
  payments.call(async (stripe) => {
    const answer = await stripe.paymentIntents.retrieve(paymentIntent, {
      expand: ['latest_charge'],
    })
    const { created, last_payment_error: error, latest_charge: charge } = z.parse(Failure, answer)
    return {
      at: charge?.created ?? created,
      reason: error?.message ?? null,
      last4: error?.payment_method?.card?.last4 ?? null,
    }
  })

/** Of a plan that begins later. */
export const readPrice = (
  payments: Payments,
  id: string,
): Promise<{ product: string; interval: string | null }> =>
  payments.call(async (stripe) => {
    const { product, recurring } = z.parse(Price, await stripe.prices.retrieve(id))
    return { product, interval: recurring?.interval ?? null }
  })
