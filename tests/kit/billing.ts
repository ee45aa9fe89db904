import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Subscription } from '../../contract/org/customer.ts'
import { billingSetting } from '../../server/billing/catalog.ts'
import { syncCustomer } from '../../server/billing/sync-customer.ts'
import { accountNow } from '../../server/credits/roll.ts'
import { subscriptionOf } from '../../server/customer/customer.ts'
import { changeCustomer } from '../../server/customer/store.ts'
import { startTrial } from '../../server/plans/trial.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { openPayments, type Payments } from '../../server/platform/vendors/payments.ts'
import { setUpCatalog } from '../../server/billing/set-up-catalog.ts'
import type { StripeEmulator, StripeEmulatorOptions } from '../../emulators/stripe/emulator.ts'
import { startTestApp, today, type TestApp } from './app.ts'
import { makeCustomer, startStripe, type StartedStripe } from './stripe/start.ts'

export type BillingApp = TestApp & { stripe: StartedStripe; payments: Payments }

/**
 * With the emulator of Stripe, whose clock is the app's, and its webhooks unless they are turned off. The catalogue is there; no
 * organisation has a customer yet.
 */
export const startBillingApp = async (
  options: NonNullable<Parameters<typeof startTestApp>[0]> & {
    emulator?: StripeEmulatorOptions
    webhooks?: false
  } = {},
): Promise<BillingApp> => {
  const start = Date.parse(`${today}T01:00:00Z`)
  let address = 'http://localhost'
  const stripe = await startStripe({
    now: () => start,
    ...(options.webhooks !== false && {
      webhook: { url: () => `${address}/api/webhooks/stripe` },
    }),
    ...options.emulator,
  })
  const payments = paymentsTo(stripe, () => start)
  const started = await startTestApp({
    companies: 0,
    people: 0,
    asSold: true,
    ...options,
    parts: { payments, now: () => stripe.time() * 1000, ...options.parts },
  })
  address = await started.app.listen({ port: 0, host: '127.0.0.1' })
  await setUpCatalog(started.db, payments)
  return {
    ...started,
    stripe,
    payments,
    close: async () => {
      await stripe.close()
      await started.close()
    },
  }
}

/** Of an emulator; webhooks are signed by the clock that `now` reads. */
export const paymentsTo = (emulator: StripeEmulator, now = Date.now): Payments =>
  openPayments(
    {
      secretKey: emulator.secretKey,
      publishableKey: emulator.publishableKey,
      webhookSecrets: [emulator.webhookSecret],
      tax: 'rates',
      api: emulator.connection,
      scriptUrl: emulator.scriptUrl,
    },
    now,
  )

export type Buyer = {
  orgId: string
  customer: string
  /** Of our own, which the provider does not know. */
  beginTrial(): Promise<unknown>
  sync(): Promise<Subscription | null>
  row(): Promise<Subscription | null>
  /** What was added and taken, in order. */
  ledger(): Promise<{ kind: string; n: number; sourceRef: string | null }[]>
  balance(): Promise<number>
}

/** A new organisation with a card on file. */
export const newBuyer = async (
  app: Pick<BillingApp, 'db' | 'payments' | 'stripe'>,
  { card = 'pm_card_visa', trial = false }: { card?: string; trial?: boolean } = {},
): Promise<Buyer> => {
  const { db, payments, stripe } = app
  const orgId = `org_${randomUUID().slice(0, 8)}`
  const now = () => stripe.time() * 1000
  const { id: customer } = await makeCustomer(stripe.client, card)
  await db.asOrg(orgId, async (trx) => {
    await changeCustomer(trx, orgId, { name: 'Wattle Advisory' }, now())
    await trx
      .insertInto('billing_customer')
      .values({ org_id: orgId, customer_id: customer })
      .execute()
  })
  const beginTrial = (): Promise<unknown> =>
    db.asOrg(orgId, (trx) =>
      startTrial(trx, {
        orgId,
        email: `a@${orgId.slice(4)}.example`,
        country: 'AU',
        now: now(),
      }),
    )
  if (trial) await beginTrial()
  return {
    orgId,
    customer,
    beginTrial,
    sync: () => syncCustomer({ db, payments, now, listeners: [] }, orgId),
    row: () => db.asOrg(orgId, subscriptionOf),
    ledger: () =>
      db.asOrg(orgId, (trx) =>
        trx
          .selectFrom('credit_entry')
          .select(['kind', 'n', 'source_ref as sourceRef'])
          .where('org_id', '=', orgId)
          .orderBy('seq')
          .execute(),
      ),
    balance: async () =>
      (await db.asOrg(orgId, (trx) => accountNow(trx, orgId, now())))?.posted ?? 0,
  }
}

/** Of a plan by its lookup key, as the provider's checkout makes it. */
export const subscribe = async (
  { stripe, db }: Pick<BillingApp, 'stripe' | 'db'>,
  { customer }: Buyer,
  key: string,
  seats: number,
  more: Stripe.SubscriptionCreateParams = {},
): Promise<Stripe.Subscription> =>
  stripe.client.subscriptions.create({
    customer,
    items: [{ price: await priceId(db, key), quantity: seats }],
    default_tax_rates: [(await billingSetting(db.owner, 'gst-AU')) ?? ''],
    billing_mode: { type: 'flexible' },
    ...more,
  })

/** Paid for at once, as our own screen does it. */
export const changeTo = async (
  { stripe, db }: Pick<BillingApp, 'stripe' | 'db'>,
  id: string,
  key: string,
  seats: number,
): Promise<Stripe.Subscription> => {
  const { items } = await stripe.client.subscriptions.retrieve(id)
  return stripe.client.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: await priceId(db, key), quantity: seats }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
}

/** Finalized and not paid. */
export const orderCredits = async (
  { stripe, db }: Pick<BillingApp, 'stripe' | 'db'>,
  { customer }: Buyer,
  credits: number,
): Promise<Stripe.Invoice> => {
  const { client } = stripe
  const invoice = await client.invoices.create({
    customer,
    currency: 'aud',
    auto_advance: false,
    pending_invoice_items_behavior: 'exclude',
    default_tax_rates: [(await billingSetting(db.owner, 'gst-AU')) ?? ''],
  })
  const tier = credits >= 2000 ? 2000 : credits >= 500 ? 500 : 100
  const price = await priceId(db, `addon_${tier}_aud`)
  await client.invoiceItems.create({
    customer,
    invoice: invoice.id,
    pricing: { price },
    quantity: credits,
  })
  return client.invoices.finalizeInvoice(invoice.id)
}

const priceId = async (db: Database, key: string): Promise<string> => {
  const row = await db.owner
    .selectFrom('plan_price')
    .select('price_id')
    .where('lookup_key', '=', key)
    .executeTakeFirstOrThrow()
  return row.price_id
}
