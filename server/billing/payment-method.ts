import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { PaymentMethod } from '../../contract/money/billing.ts'
import { MethodOfCustomer, MethodOfSubscription, type StripeMethod } from './answers.ts'

/** What the next invoice is charged to: the subscription's before the customer's. */
export const readMethod = async (
  stripe: Stripe,
  { customer, subscription }: { customer: string; subscription: string | null },
): Promise<StripeMethod | null> => {
  if (subscription !== null) {
    const expand = ['default_payment_method']
    const answer = await stripe.subscriptions.retrieve(subscription, { expand })
    const { default_payment_method: method } = z.parse(MethodOfSubscription, answer)
    if (method !== null) return method
  }
  const expand = ['invoice_settings.default_payment_method']
  const answer = await stripe.customers.retrieve(customer, { expand })
  return z.parse(MethodOfCustomer, answer).invoice_settings.default_payment_method
}

export const asPaymentMethod = ({ type, card }: StripeMethod): PaymentMethod => ({
  brand: card?.brand ?? type,
  last4: card?.last4 ?? null,
  expMonth: card?.exp_month ?? null,
  expYear: card?.exp_year ?? null,
})
