import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { BillingCountry } from '../../contract/money/plans.ts'
import type { Database } from '../platform/db/db.ts'
import type { Payments } from '../platform/vendors/payments.ts'
import { billingSetting, soldPrices, storeBillingSetting, type SoldPrice } from './catalog.ts'

/** On a tax rate and a portal configuration of ours: which one it is. */
export const markOf = (part: `gst-${BillingCountry}` | 'portal'): Record<string, string> => ({
  fieldbook: part,
})
const part = ({ metadata }: { metadata: Record<string, string> | null }): string | undefined =>
  metadata?.['fieldbook']

/** Stores the provider's prices and ids; resolves to a line for each that is missing or differs from our plans. */
export const readCatalog = async (db: Database, payments: Payments): Promise<string[]> => {
  const startedAt = Date.now()
  const prices = await payments.call((stripe) =>
    stripe.prices.list({ active: true, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  )
  const rates = await payments.call((stripe) =>
    stripe.taxRates.list({ active: true, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
  )
  const portals = await payments.call((stripe) =>
    stripe.billingPortal.configurations
      .list({ active: true, limit: 100 })
      .autoPagingToArray({ limit: 1_000 }),
  )
  const sold = await soldPrices(db.owner)
  // A price that differs from ours cannot be bought.
  const right = sold.filter((each) => faultOf(each, prices).length === 0)
  const rows = prices
    .flatMap(rowOf)
    .filter((row) => right.some(({ lookupKey }) => lookupKey === row.lookup_key))
  await db.owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('plan_price'))`.execute(trx)
    // Two may read at once, after a start and a webhook: what was read later stays.
    if (Number((await billingSetting(trx, 'catalog')) ?? 0) > startedAt) return
    await storeBillingSetting(trx, 'catalog', String(startedAt))
    await trx.deleteFrom('plan_price').execute()
    if (rows.length > 0) await trx.insertInto('plan_price').values(rows).execute()
    for (const country of ['AU', 'NZ'] as const) {
      const rate = rates.find((each) => part(each) === `gst-${country}`)
      if (rate) await storeBillingSetting(trx, `gst-${country}`, rate.id)
    }
    const portal = portals.find((each) => part(each) === 'portal')
    if (portal) await storeBillingSetting(trx, 'portal', portal.id)
  })
  return [
    ...sold.flatMap((price) => faultOf(price, prices)),
    ...(['gst-AU', 'gst-NZ'] as const)
      .filter((name) => payments.tax === 'rates' && !rates.some((rate) => part(rate) === name))
      .map((name) => `Stripe has no tax rate ${name}.`),
    ...(portals.some((each) => part(each) === 'portal')
      ? []
      : ['Stripe has no portal configuration of Fieldbook.']),
  ]
}

const rowOf = (price: Stripe.Price) =>
  price.lookup_key === null || price.unit_amount === null
    ? []
    : [
        {
          lookup_key: price.lookup_key,
          price_id: price.id,
          product_id: typeof price.product === 'string' ? price.product : price.product.id,
          currency: price.currency,
          unit_amount: price.unit_amount,
        },
      ]

/** Empty if the provider has the price as it is sold. */
export const faultOf = (sold: SoldPrice, prices: readonly Stripe.Price[]): string[] => {
  const price = prices.find(({ lookup_key: key }) => key === sold.lookupKey)
  if (price === undefined)
    return [`${sold.productName}: Stripe has no price with the lookup key ${sold.lookupKey}.`]
  const product = typeof price.product === 'string' ? price.product : price.product.id
  const isRight =
    price.unit_amount === sold.amount &&
    price.currency === sold.currency &&
    product === sold.productId &&
    (price.recurring?.interval ?? null) === sold.interval &&
    (price.recurring?.interval_count ?? 1) === 1 &&
    price.tax_behavior === 'exclusive'
  if (isRight) return []
  return [
    `${sold.productName}: the price ${sold.lookupKey} of Stripe differs. It must be ${sold.amount} cents ${sold.currency} without GST${sold.interval === null ? '' : ` a ${sold.interval}`}, of product ${sold.productId}.`,
  ]
}
