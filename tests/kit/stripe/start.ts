import { Stripe } from 'stripe'
import {
  startStripeEmulator,
  type StripeEmulator,
  type StripeEmulatorOptions,
} from '../../../emulators/stripe/emulator.ts'

export interface StartedStripe extends StripeEmulator {
  client: Stripe
  /** Seconds since 1970; where the emulator's clock stays until it is moved. */
  start: number
}

/** 1 March 2026 in UTC: a month of 31 days follows. */
export const MARCH = Date.UTC(2026, 2, 1) / 1000

/** In memory, at a time that only `advance` moves. */
export async function startStripe(options: StripeEmulatorOptions = {}): Promise<StartedStripe> {
  const emulator = await startStripeEmulator({ env: {}, now: () => MARCH * 1000, ...options })
  return { ...emulator, client: clientOf(emulator), start: emulator.time() }
}

export function clientOf({ secretKey, connection }: StripeEmulator, key = secretKey): Stripe {
  return new Stripe(key, {
    apiVersion: '2026-10-28.endive',
    ...connection,
    telemetry: false,
    maxNetworkRetries: 0,
  })
}

export interface Catalog {
  growth: string
  growthYear: string
  scale: string
  gst: string
}

/** Prices in Australian dollars by month and year, and a tax rate of 10 %. */
export async function makeCatalog({ client }: { client: Stripe }): Promise<Catalog> {
  const growth = await client.products.create({
    name: 'Growth',
    metadata: { bucketId: 'bkt_growth' },
  })
  const scale = await client.products.create({ name: 'Scale' })
  const price = (product: string, amount: number, interval: 'month' | 'year', key: string) =>
    client.prices.create({
      product,
      currency: 'aud',
      unit_amount: amount,
      recurring: { interval },
      tax_behavior: 'exclusive',
      lookup_key: key,
    })
  const month = await price(growth.id, 14_900, 'month', 'growth_month_aud')
  const year = await price(growth.id, 143_040, 'year', 'growth_year_aud')
  const larger = await price(scale.id, 24_900, 'month', 'scale_month_aud')
  const gst = await client.taxRates.create({
    display_name: 'GST',
    inclusive: false,
    percentage: 10,
    country: 'AU',
  })
  return { growth: month.id, growthYear: year.id, scale: larger.id, gst: gst.id }
}

/** With a card on file. */
export async function makeCustomer(
  client: Stripe,
  card = 'pm_card_visa',
  fields: Stripe.CustomerCreateParams = {},
): Promise<Stripe.Customer> {
  const customer = await client.customers.create({
    name: 'Harbour Advisory',
    email: 'accounts@harbour.example',
    address: { country: 'AU' },
    ...fields,
  })
  const method = await client.paymentMethods.attach(card, { customer: customer.id })
  return client.customers.update(customer.id, {
    invoice_settings: { default_payment_method: method.id },
  })
}
