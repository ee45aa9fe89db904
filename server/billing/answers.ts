import * as z from 'zod/mini'

/**
 * The parts of Stripe's answers that are read, parsed so that nonsense rejects at the border. Amounts are in cents, moments in
 * seconds since 1970.
 */
const Id = z.string().check(z.minLength(1))
const Reference = z.pipe(
  z.union([Id, z.object({ id: Id })]),
  z.transform((value) => (typeof value === 'string' ? value : value.id)),
)

export const StripePrice = z.object({
  id: Id,
  currency: z.string(),
  unit_amount: z.nullable(z.int()),
  recurring: z.nullable(z.object({ interval: z.string() })),
})

export const SubscriptionItem = z.object({
  id: Id,
  quantity: z.optional(z.int()),
  price: StripePrice,
  current_period_start: z.int(),
  current_period_end: z.int(),
})

/** With one item, as Fieldbook makes them. */
export const StripeSubscription = z.object({
  id: Id,
  status: z.string(),
  customer: Reference,
  currency: z.string(),
  cancel_at: z.nullable(z.int()),
  cancel_at_period_end: z.boolean(),
  schedule: z.nullable(Reference),
  latest_invoice: z.nullable(Reference),
  default_tax_rates: z.nullish(z.array(Reference)),
  discounts: z.array(Reference),
  automatic_tax: z.object({ enabled: z.boolean() }),
  metadata: z.record(z.string(), z.string()),
  pending_update: z.nullable(
    z.object({
      subscription_items: z.nullish(
        z.array(z.object({ quantity: z.optional(z.int()), price: z.object({ id: Id }) })),
      ),
    }),
  ),
  items: z.object({ data: z.array(SubscriptionItem).check(z.length(1)) }),
})
export type StripeSubscription = z.infer<typeof StripeSubscription>

const InvoiceLine = z.object({
  amount: z.int(),
  description: z.nullable(z.string()),
  quantity: z.nullish(z.int()),
  period: z.object({ start: z.int(), end: z.int() }),
  pricing: z.nullish(
    z.object({ price_details: z.nullish(z.object({ price: z.nullish(Reference) })) }),
  ),
})

/** A preview of an invoice. */
export const StripePreview = z.object({
  currency: z.string(),
  subtotal: z.int(),
  total_excluding_tax: z.int(),
  total: z.int(),
  lines: z.object({ data: z.array(InvoiceLine) }),
})

export const StripeInvoice = z.object({
  id: Id,
  number: z.nullable(z.string()),
  created: z.int(),
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  billing_reason: z.nullable(z.string()),
  metadata: z.nullish(z.record(z.string(), z.string())),
  subtotal: z.int(),
  total_excluding_tax: z.nullable(z.int()),
  total: z.int(),
  hosted_invoice_url: z.nullish(z.string()),
  invoice_pdf: z.nullish(z.string()),
  lines: z.object({ data: z.array(InvoiceLine) }),
})
export type StripeInvoice = z.infer<typeof StripeInvoice>

/** With its payment, for which `expandPayment` asks. */
export const InvoiceToPay = z.extend(StripeInvoice, {
  confirmation_secret: z.nullish(z.object({ client_secret: z.string() })),
  payments: z.object({
    data: z.array(
      z.object({
        payment: z.object({
          payment_intent: z.nullish(
            z.object({
              id: Id,
              status: z.string(),
              last_payment_error: z.nullish(z.object({ message: z.nullish(z.string()) })),
            }),
          ),
        }),
      }),
    ),
  }),
})
export type InvoiceToPay = z.infer<typeof InvoiceToPay>

export const expandPayment = ['confirmation_secret', 'payments.data.payment.payment_intent']

export const StripeMethod = z.object({
  id: Id,
  type: z.string(),
  card: z.nullish(
    z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
  ),
})
export type StripeMethod = z.infer<typeof StripeMethod>

/** The method that Stripe charges, where it is expanded. */
export const MethodOfSubscription = z.object({ default_payment_method: z.nullable(StripeMethod) })
export const MethodOfCustomer = z.object({
  invoice_settings: z.object({ default_payment_method: z.nullable(StripeMethod) }),
})

export const CheckoutSession = z.object({ id: Id, url: z.nullish(z.string()) })
export const PortalSession = z.object({ url: z.string() })
export const Identified = z.object({ id: Id })
export const IdentifiedList = z.object({ data: z.array(Identified) })

export const Schedule = z.object({
  phases: z.array(
    z.object({
      start_date: z.int(),
      items: z.array(z.object({ price: Reference, quantity: z.optional(z.int()) })),
    }),
  ),
})

/** What is to begin after the current period, in seconds since 1970; null if nothing is planned. */
export const nextPhase = (
  { phases }: z.infer<typeof Schedule>,
  periodEnd: number,
): { startsAt: number; priceId: string; seats: number } | null => {
  const next = phases.find(({ start_date: start }) => start >= periodEnd)
  const item = next?.items[0]
  if (next === undefined || item === undefined) return null
  return { startsAt: next.start_date, priceId: item.price, seats: item.quantity ?? 1 }
}
