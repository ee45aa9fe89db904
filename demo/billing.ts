import * as z from 'zod/mini'
import { buyCredits } from '../server/billing/buy-credits.ts'
import { readAddonPlan } from '../server/billing/addon.ts'
import { ensureCustomer } from '../server/billing/customer-id.ts'
import { handOverDetails } from '../server/billing/hand-over-details.ts'
import { readPlanPrices, stripePriceId } from '../server/billing/prices.ts'
import { syncCustomer } from '../server/billing/sync-customer.ts'
import { readTax, taxInvoice, taxParameters } from '../server/billing/tax.ts'
import type { Context } from '../server/platform/http/context.ts'
import type { Database } from '../server/platform/db/db.ts'
import type { Payments } from '../server/platform/vendors/payments.ts'
import { trialBucket } from '../server/plans/plan.ts'
import type { DemoOrganisation } from './customers.ts'

export type DemoBillingParts = { db: Database; payments: Payments; now: () => number }

/**
 * Gives every organisation of the demo a customer with a card and an invoice in the payment provider's emulator, once: a plan
 * that is sold renews monthly, a trial has bought a hundred credits.
 */
export const seedDemoBilling = async (
  parts: DemoBillingParts,
  organisations: readonly DemoOrganisation[],
): Promise<void> => {
  const known = await parts.db.owner.selectFrom('billing_customer').select('org_id').execute()
  const missing = organisations.filter(({ id }) => !known.some((row) => row.org_id === id))
  if (missing.length === 0) return
  for (const organisation of missing) {
    const customer = await makeCustomer(parts, organisation)
    if ((organisation.bucket ?? trialBucket) === trialBucket) await buySome(parts, organisation)
    else await subscribe(parts, organisation, customer)
    await syncCustomer({ ...parts, listeners: [] }, organisation.id)
  }
}

/** As a call of the organisation, under keys that are the same at every start. */
const contextOf = (
  { db }: DemoBillingParts,
  orgId: string,
): Pick<Context, 'orgId' | 'userId' | 'key' | 'inOrg'> => ({
  orgId,
  userId: 'demo',
  key: 'demo',
  inOrg: (work) => db.asOrg(orgId, work),
})

const callParts = (parts: DemoBillingParts) => ({
  ...parts,
  origin: '',
  sync: (orgId: string) => syncCustomer({ ...parts, listeners: [] }, orgId),
})

const makeCustomer = async (
  parts: DemoBillingParts,
  { id: orgId, name, country, billingEmail }: DemoOrganisation,
): Promise<string> => {
  const customer = await ensureCustomer(callParts(parts), contextOf(parts, orgId))
  await parts.payments.call(async (stripe) => {
    await handOverDetails(stripe, customer, { name, country, email: billingEmail })
    const card = await stripe.paymentMethods.attach(
      'pm_card_visa',
      { customer },
      { idempotencyKey: `demo/${orgId}/card` },
    )
    await stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: z.parse(Identified, card).id },
    })
  })
  return customer
}

const Identified = z.object({ id: z.string() })

const subscribe = async (
  { db, payments }: DemoBillingParts,
  { id: orgId, country, bucket }: DemoOrganisation,
  customer: string,
): Promise<void> => {
  const sold = await db.asOrg(orgId, async (trx) => {
    const price = (await readPlanPrices(trx)).find(
      (each) =>
        each.plan.bucket === bucket && each.country === country && each.interval === 'month',
    )
    return (
      price && {
        seats: price.plan.minSeats,
        priceId: await stripePriceId(trx, price),
        tax: await readTax(trx, payments, country),
      }
    )
  })
  if (sold === undefined) return
  await payments.call((stripe) =>
    stripe.subscriptions.create(
      {
        customer,
        items: [{ price: sold.priceId, quantity: sold.seats }],
        billing_mode: { type: 'flexible' },
        metadata: { orgId },
        invoice_settings: { custom_fields: taxInvoice },
        ...taxParameters(sold.tax),
      },
      { idempotencyKey: `demo/${orgId}/subscription` },
    ),
  )
}

const buySome = async (
  parts: DemoBillingParts,
  { id: orgId, country }: DemoOrganisation,
): Promise<void> => {
  const plan = await parts.db.asOrg(orgId, (trx) => readAddonPlan(trx, country))
  const [smallest] = plan?.tiers ?? []
  if (!plan || !smallest) return
  await buyCredits(callParts(parts), contextOf(parts, orgId), {
    plan,
    country,
    credits: smallest.from,
    subscription: null,
    useCard: true,
  })
}
