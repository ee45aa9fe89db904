import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { StripeInvoice, StripeSubscription } from './answers.ts'

export const readLive = async (stripe: Stripe, id: string): Promise<StripeSubscription> =>
  z.parse(StripeSubscription, await stripe.subscriptions.retrieve(id))

export const itemOf = ({ items }: StripeSubscription) => {
  const [item] = items.data
  if (item === undefined) throw new Error('A subscription was parsed without its item.')
  return item
}

export const isEnding = (live: StripeSubscription): boolean =>
  live.cancel_at_period_end || live.cancel_at !== null

/** Drops a larger plan that still waits for its payment. Voiding its invoice is how the provider does it. */
export const dropPendingChange = async (
  stripe: Stripe,
  { pending_update: pending, latest_invoice: id }: StripeSubscription,
): Promise<void> => {
  if (pending === null || id === null) return
  const { status } = z.parse(StripeInvoice, await stripe.invoices.retrieve(id))
  if (status === 'open') await stripe.invoices.voidInvoice(id)
}
