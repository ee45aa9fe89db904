import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { isProblem } from '../platform/http/problem-error.ts'
import type { Payments } from '../platform/vendors/payments.ts'
import { expandPayment, InvoiceToPay } from './answers.ts'

/** How a payment went; `reason` is the bank's, in words. */
export type Payment = {
  status: 'open' | 'done' | 'action' | 'declined'
  clientSecret: string | null
  paymentIntentId: string | null
  url: string | null
  reason: string | null
}

export const readInvoice = async (stripe: Stripe, id: string): Promise<InvoiceToPay> =>
  z.parse(InvoiceToPay, await stripe.invoices.retrieve(id, { expand: expandPayment }))

export const paymentOf = (invoice: InvoiceToPay): Payment => {
  const intent = invoice.payments.data[0]?.payment.payment_intent ?? null
  if (invoice.status === 'paid')
    return {
      status: 'done',
      clientSecret: null,
      paymentIntentId: intent?.id ?? null,
      url: null,
      reason: null,
    }
  const declined = intent?.last_payment_error?.message ?? null
  return {
    status:
      intent?.status === 'requires_action' ? 'action' : declined === null ? 'open' : 'declined',
    clientSecret: invoice.confirmation_secret?.client_secret ?? null,
    paymentIntentId: intent?.id ?? null,
    url: invoice.hosted_invoice_url ?? null,
    reason: declined,
  }
}

/** Charges a card on file. A decline, and a bank that wants the customer to confirm, are outcomes and do not reject. */
export const payWithCard = async (
  payments: Payments,
  invoice: string,
  card: string,
  key: { idempotencyKey: string },
): Promise<InvoiceToPay> => {
  try {
    await payments.call((stripe) =>
      stripe.invoices.pay(invoice, { payment_method: card, off_session: false }, key),
    )
  } catch (error) {
    if (!isProblem(error, 'payment-declined')) throw error
  }
  return payments.call((stripe) => readInvoice(stripe, invoice))
}
