import { addonLookupKey, billingSetting } from '../server/billing/catalog.ts'
import { syncCustomer } from '../server/billing/sync-customer.ts'
import type { Database } from '../server/platform/db/db.ts'
import type { Payments } from '../server/platform/vendors/payments.ts'
import type { DemoOrganisation } from './customers.ts'

type Parts = { db: Database; payments: Payments; now: () => number }

const seats = 3
const credits = 100

/**
 * A customer with a card and a first invoice at Stripe's emulator, once: a year of the organisation's plan, or add-on credits beside its
 * trial.
 */
export const payForDemo = async (parts: Parts, organisation: DemoOrganisation): Promise<void> => {
  const { db, payments } = parts
  const { id: orgId, name, country, bucket } = organisation
  const known = await db.asOrg(orgId, (trx) =>
    trx.selectFrom('billing_customer').select('customer_id').executeTakeFirst(),
  )
  if (known !== undefined) return
  const plan = `${bucket?.replace(/^bkt_/, '') ?? ''}_year_${country === 'AU' ? 'aud' : 'nzd'}`
  const price = await priceId(db, bucket === undefined ? addonLookupKey(country, credits) : plan)
  const gst = await billingSetting(db.owner, `gst-${country}`)
  if (price === undefined || gst === null) return
  const customer = await payments.call(async (stripe) => {
    const { id } = await stripe.customers.create({
      name,
      email: `accounts@${orgId.replace(/^org_/, '')}.example`,
      address: { country },
      metadata: { orgId },
    })
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
    await stripe.customers.update(id, { invoice_settings: { default_payment_method: card.id } })
    return id
  })
  await payments.call(async (stripe) => {
    if (bucket !== undefined) {
      await stripe.subscriptions.create({
        customer,
        items: [{ price, quantity: seats }],
        default_tax_rates: [gst],
        billing_mode: { type: 'flexible' },
      })
      return
    }
    const { id } = await stripe.invoices.create({
      customer,
      currency: country === 'AU' ? 'aud' : 'nzd',
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      default_tax_rates: [gst],
    })
    await stripe.invoiceItems.create({
      customer,
      invoice: id,
      pricing: { price },
      quantity: credits,
      description: `${credits} add-on credits`,
    })
    await stripe.invoices.finalizeInvoice(id)
    await stripe.invoices.pay(id)
  })
  await db.asOrg(orgId, (trx) =>
    trx.insertInto('billing_customer').values({ org_id: orgId, customer_id: customer }).execute(),
  )
  await syncCustomer({ ...parts, listeners: [] }, orgId)
}

const priceId = async (db: Database, lookupKey: string): Promise<string | undefined> => {
  const row = await db.owner
    .selectFrom('plan_price')
    .select('price_id')
    .where('lookup_key', '=', lookupKey)
    .executeTakeFirst()
  return row?.price_id
}
