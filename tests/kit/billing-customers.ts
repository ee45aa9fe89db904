import type Stripe from 'stripe'
import type { Subscription } from '../../contract/org/customer.ts'
import { syncCustomer } from '../../server/billing/sync-customer.ts'
import { startTrial } from '../../server/plans/trial.ts'
import type { Someone } from './app.ts'
import type { BillingApp } from './billing.ts'

export type Company = {
  orgId: string
  as: Someone
  get(path: string): ReturnType<BillingApp['ask']>
  /** With a new key, unless one is given. */
  post(path: string, body: object, key?: string): ReturnType<BillingApp['ask']>
}

/** An organisation without a plan, and its admin. */
export const company = (billing: BillingApp, orgId: string): Company => {
  const as = { orgId, userId: `user_of_${orgId}`, role: 'org:admin' }
  return {
    orgId,
    as,
    get: (path) => billing.ask('GET', path, undefined, { as }),
    post: (path, body, key = crypto.randomUUID()) =>
      billing.ask('POST', path, body, { as, headers: { 'idempotency-key': key } }),
  }
}

/** On a trial of our own, which Stripe does not know. */
export const trialCompany = async (
  billing: BillingApp,
  orgId: string,
): Promise<Company & { plan: Subscription }> => {
  const { db, stripe } = billing
  const now = stripe.time() * 1000
  const plan = await db.asOrg(orgId, (trx) =>
    startTrial(trx, { orgId, email: '', country: 'AU', now }),
  )
  if (plan === null) throw new Error(`${orgId} is on a trial already`)
  return { ...company(billing, orgId), plan }
}

export type Paying = Company & { customer: string; live: Stripe.Subscription; plan: Subscription }

/** With a paid plan and a card on file, 10 % or 15 % GST. */
export const payingCompany = async (
  billing: BillingApp,
  orgId: string,
  { key = 'growth_month_aud', seats = 3, card = 'pm_card_visa' } = {},
): Promise<Paying> => {
  const { db, payments, stripe } = billing
  const { client } = stripe
  const country = key.endsWith('nzd') ? 'NZ' : 'AU'
  const price = await db.owner
    .selectFrom('plan_price')
    .select('price_id')
    .where('lookup_key', '=', key)
    .executeTakeFirstOrThrow()
  const rate = await db.owner
    .selectFrom('billing_setting')
    .select('value')
    .where('key', '=', `gst-${country}`)
    .executeTakeFirstOrThrow()
  const customer = await client.customers.create({
    metadata: { orgId },
    address: { country },
  })
  const method = await client.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const live = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.price_id, quantity: seats }],
    default_tax_rates: [rate.value],
    default_payment_method: method.id,
    metadata: { orgId },
  })
  if (card !== 'pm_card_visa') await chargeTo(billing, live.id, customer.id, card)
  await db.owner
    .insertInto('billing_customer')
    .values({ org_id: orgId, customer_id: customer.id, synced_at: null })
    .execute()
  const now = () => stripe.time() * 1000
  const plan = await syncCustomer({ db, payments, now, listeners: [] }, orgId)
  if (plan === null) throw new Error(`${orgId} has no plan after it paid.`)
  return { ...company(billing, orgId), customer: customer.id, live, plan }
}

/** The next payment of the subscription goes to another of Stripe's test cards. */
export const chargeTo = async (
  { stripe: { client } }: BillingApp,
  subscription: string,
  customer: string,
  card: string,
): Promise<void> => {
  const method = await client.paymentMethods.attach(card, { customer })
  await client.subscriptions.update(subscription, { default_payment_method: method.id })
}
