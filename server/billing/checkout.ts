import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { links } from '../../contract/links.ts'
import { hasEnded, isPaidPlan, opensApp, type Subscription } from '../../contract/org/customer.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { paymentsAway } from '../platform/vendors/payments.ts'
import { CheckoutSession, IdentifiedList } from './answers.ts'
import { customerIdOf, ensureCustomer } from './customer-id.ts'
import { stripeKey, type BillingParts } from './parts.ts'
import { stripePriceId, type PlanPrice } from './prices.ts'
import { readTax, taxInvoice, taxParameters } from './tax.ts'

export type Order = { price: PlanPrice; seats: number; takesCoupon: boolean }

/**
 * The page where a plan is paid. An organisation has one open page and one plan: other pages are closed, and what was paid in one of
 * them closes this one. Throws `plan-active`.
 */
export const startCheckout = async (
  parts: BillingParts,
  context: Context,
  before: Subscription | null,
  { price, seats, takesCoupon }: Order,
): Promise<{ sessionId: string; url: string }> => {
  const { payments, origin, now } = parts
  const { orgId, inOrg } = context
  if (before !== null) checkNoPlan(before, now())
  const { priceId, tax } = await inOrg(async (trx) => ({
    priceId: await stripePriceId(trx, price),
    tax: await readTax(trx, payments, price.country),
  }))
  await checkNothingPaid(parts, context)
  const customer = await ensureCustomer(parts, context)
  const isOnTrial = opensApp(before, now())
  return payments.call(async (stripe) => {
    // Parameters are the same for a repeated request, so no time may be in them.
    const created = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        ui_mode: 'hosted_page',
        customer,
        client_reference_id: orgId,
        line_items: [{ price: priceId, quantity: seats }],
        success_url: `${origin}${isOnTrial ? links.billingPaid() : links.planSelectionPaid()}`,
        cancel_url: `${origin}${isOnTrial ? links.billing() : links.planSelection()}`,
        customer_update: { address: 'auto', name: 'auto' },
        billing_address_collection: 'required',
        tax_id_collection: { enabled: true },
        allow_promotion_codes: takesCoupon,
        ...(tax.isAutomatic && { automatic_tax: { enabled: true } }),
        subscription_data: {
          billing_mode: { type: 'flexible' },
          metadata: { orgId },
          invoice_settings: { custom_fields: taxInvoice },
          ...(!tax.isAutomatic && taxParameters(tax)),
        },
      },
      stripeKey(context, 'checkout'),
    )
    const { id, url } = z.parse(CheckoutSession, created)
    const open = z.parse(
      IdentifiedList,
      await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }),
    ).data
    // The newest is first.
    const mine = open.findIndex((session) => session.id === id)
    if (mine !== 0) throw closed()
    for (const other of open.slice(1)) await expire(stripe, other.id)
    // Another page may have been paid meanwhile.
    await checkNothingPaid(parts, context).catch(async (error: unknown) => {
      await expire(stripe, id)
      throw error
    })
    if (typeof url !== 'string') throw paymentsAway()
    return { sessionId: id, url }
  })
}

const expire = async (stripe: Stripe, id: string): Promise<void> => {
  const { status } = z.parse(SessionStatus, await stripe.checkout.sessions.retrieve(id))
  if (status === 'open') await stripe.checkout.sessions.expire(id)
}
const SessionStatus = z.object({ status: z.nullable(z.string()) })

/** Of a repeated request whose page was used, or when a colleague has opened one since. */
const closed = (): ProblemError =>
  new ProblemError(
    'plan-active',
    'This payment page has closed. Someone in your company may have bought a plan. Reload to check.',
  )

/** Trials are replaced. */
const checkNoPlan = (subscription: Subscription, now: number): void => {
  const { status, plan } = subscription
  const hasPlan = isPaidPlan(subscription)
    ? !hasEnded(subscription)
    : status === 'active' && opensApp(subscription, now)
  if (hasPlan)
    throw new ProblemError(
      'plan-active',
      `Your company is already on the ${plan.metadata.plan_name} plan. Change it under Settings.`,
    )
}

/** Asks the provider too, which knows of a payment before we do. */
const checkNothingPaid = async (
  { payments, sync }: BillingParts,
  { orgId, inOrg }: Context,
): Promise<void> => {
  const customer = await inOrg(customerIdOf)
  if (customer === null) return
  const { data } = await payments.call(async (stripe) =>
    z.parse(IdentifiedList, await stripe.subscriptions.list({ customer, limit: 1 })),
  )
  if (data.length === 0) return
  await sync(orgId)
  throw new ProblemError('plan-active', 'Your company has just bought a plan. Reload to see it.')
}
