import type { Stripe } from 'stripe'
import { gst } from '../../contract/money/plans.ts'
import type { Database } from '../platform/db/db.ts'
import type { Payments } from '../platform/vendors/payments.ts'
import { soldPrices, type SoldPrice } from './catalog.ts'
import { faultOf, markOf, readCatalog } from './read-catalog.ts'

/** Stripe's code for software as a service in business use. */
const taxCode = 'txcd_10103001'

/**
 * Creates what the account lacks: products, prices, two rates of GST and the portal's configuration. A price that differs is replaced; who
 * pays the old one goes on paying it. Resolves to lines for the operator.
 */
export const setUpCatalog = async (db: Database, payments: Payments): Promise<string[]> => {
  const sold = await soldPrices(db.owner)
  const lines = await payments.call(async (stripe) => [
    ...(await makeProducts(stripe, sold)),
    ...(await makePrices(stripe, sold)),
    ...(await makeRates(stripe)),
    ...(await makePortal(stripe)),
  ])
  return [...lines, ...(await readCatalog(db, payments))]
}

const makeProducts = async (stripe: Stripe, sold: readonly SoldPrice[]): Promise<string[]> => {
  const known = await stripe.products.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  const wanted = new Map(sold.map(({ productId, productName }) => [productId, productName]))
  const lines: string[] = []
  for (const [id, name] of wanted) {
    const product = known.find((each) => each.id === id)
    if (product?.active && product.name === name) continue
    if (product === undefined) await stripe.products.create({ id, name, tax_code: taxCode })
    else await stripe.products.update(id, { name, active: true })
    lines.push(`Product ${id} is now ${name}.`)
  }
  return lines
}

const makePrices = async (stripe: Stripe, sold: readonly SoldPrice[]): Promise<string[]> => {
  const known = await stripe.prices
    .list({ active: true, limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const lines: string[] = []
  for (const price of sold) {
    if (faultOf(price, known).length === 0) continue
    await stripe.prices.create({
      product: price.productId,
      currency: price.currency,
      unit_amount: price.amount,
      tax_behavior: 'exclusive',
      lookup_key: price.lookupKey,
      transfer_lookup_key: true,
      ...(price.interval !== null && { recurring: { interval: price.interval } }),
    })
    lines.push(`Price ${price.lookupKey} is now ${price.amount} cents ${price.currency}.`)
  }
  return lines
}

const makeRates = async (stripe: Stripe): Promise<string[]> => {
  const rates = await stripe.taxRates
    .list({ active: true, limit: 100 })
    .autoPagingToArray({ limit: 1_000 })
  const lines: string[] = []
  for (const country of ['AU', 'NZ'] as const) {
    const mark = markOf(`gst-${country}`)
    if (rates.some(({ metadata }) => metadata?.['fieldbook'] === mark['fieldbook'])) continue
    await stripe.taxRates.create({
      display_name: 'GST',
      inclusive: false,
      percentage: gst[country],
      country,
      tax_type: 'gst',
      metadata: mark,
    })
    lines.push(`Tax rate GST of ${country} is now ${gst[country]} %.`)
  }
  return lines
}

/** Plan and seats change in our own screens, which know who would be left out. */
const makePortal = async (stripe: Stripe): Promise<string[]> => {
  const mark = markOf('portal')
  const known = await stripe.billingPortal.configurations
    .list({ active: true, limit: 100 })
    .autoPagingToArray({ limit: 1_000 })
  if (known.some(({ metadata }) => metadata?.['fieldbook'] === mark['fieldbook'])) return []
  await stripe.billingPortal.configurations.create({
    metadata: mark,
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['name', 'email', 'address', 'tax_id'] },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end',
        cancellation_reason: {
          enabled: true,
          options: ['too_expensive', 'missing_features', 'unused', 'switched_service', 'other'],
        },
      },
      subscription_update: { enabled: false },
    },
  })
  return ['The portal is configured.']
}
