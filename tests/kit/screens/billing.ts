import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { api } from '../../../contract/api.ts'
import type { AddonPlan, Proration } from '../../../contract/money/billing.ts'
import type { Credits } from '../../../contract/money/credits.ts'
import type { Product } from '../../../contract/money/plans.ts'
import type { Billing, Subscription } from '../../../contract/org/customer.ts'

/** As the server writes it into the page where cards can be charged. Returns how to take it away. */
export const withPayments = (): (() => void) => {
  const boot = document.createElement('script')
  boot.type = 'application/json'
  boot.id = 'boot'
  boot.textContent = JSON.stringify({ stripe: { publishableKey: 'pk_test_1', scriptUrl: null } })
  document.body.append(boot)
  return () => boot.remove()
}

const prices = (bucket: string, currency: string, month: number, year: number) => ({
  currency,
  monthly: { price: `${bucket}_month_${currency.toLowerCase()}`, amount: month },
  annual: { price: `${bucket}_year_${currency.toLowerCase()}`, amount: year },
})

const aProduct = (bucket: string, given: Partial<Product>): Product => ({
  bucket_id: `bkt_${bucket}`,
  stripe_product_id: `prod_${bucket}`,
  name: bucket,
  order: 1,
  trialDays: null,
  credits: 200,
  seats: { min: 1, max: 5 },
  flags: [],
  agents: 3,
  pinnedLists: 3,
  rowsPerRequest: 5_000,
  connectors: 1,
  dataExchange: false,
  contactSales: false,
  AU: null,
  NZ: null,
  ...given,
})

export const starter = aProduct('starter', {
  name: 'Starter',
  AU: prices('starter', 'AUD', 8_900, 90_000),
  NZ: prices('starter', 'NZD', 9_900, 100_800),
})
export const growth = aProduct('growth', {
  name: 'Growth',
  order: 2,
  credits: 600,
  seats: { min: 3, max: 50 },
  flags: ['signal-targeting'],
  AU: prices('growth', 'AUD', 14_900, 150_000),
  NZ: prices('growth', 'NZD', 16_500, 166_800),
})
export const trial = aProduct('trial', {
  name: 'Trial',
  order: 0,
  trialDays: 14,
  credits: 50,
  seats: { min: 1, max: 2 },
})
export const enterprise = aProduct('enterprise', {
  name: 'Enterprise',
  order: 3,
  seats: { min: 10, max: null },
  contactSales: true,
})

export const someProducts: EndpointOutput<(typeof api)['products']> = {
  products: { trial, starter, growth, enterprise },
  trial: 'used',
}

/** Growth by the year for five users, paid by card. */
export const aPaidPlan = (
  billing: Partial<Billing> = {},
  given: Partial<Subscription> = {},
): Subscription => ({
  id: 'sub_growth',
  customer: 'cus_1',
  status: 'active',
  billingCountry: 'AU',
  billingCurrency: 'AUD',
  planBucketId: 'bkt_growth',
  plan: { product: 'prod_growth', metadata: { plan_name: 'Growth' } },
  items: { data: [{ id: 'si_1' }] },
  metadata: {
    plan_name: 'Growth',
    bucketId: 'bkt_growth',
    seats: 5,
    credits: 3_000,
    periodEnd: '2030-03-03T02:00:00Z',
  },
  billing: {
    provider: 'stripe',
    interval: 'year',
    unitAmount: 150_000,
    renewsAt: '2030-03-03T02:00:00Z',
    endsAt: null,
    scheduled: null,
    failedPayment: null,
    ...billing,
  },
  ...given,
})

export const someCredits = (addon = 0): Credits => ({
  balance: 1_388 + addon,
  reserved: 0,
  parts: { subscription: 1_388, rollover: 0, addon },
  period: { credits: 1_800, start: '2029-03-03T02:00:00Z', end: '2029-04-03T02:00:00Z' },
  spent: 412,
  mine: { spent: 0, reserved: 0, cap: null },
  notice: null,
})

export const anAddonPlan: AddonPlan = {
  price_per_credit: 45,
  stripe_price_id: 'addon_aud',
  currency: 'AUD',
  gst: 10,
  tiers: [
    { from: 100, price_per_credit: 45 },
    { from: 500, price_per_credit: 35 },
    { from: 2_000, price_per_credit: 25 },
  ],
}

export const aProration = (given: Partial<Proration> = {}): Proration => ({
  lines: [
    { title: 'Unused time on 5 × Growth', amount: -30_281 },
    { title: 'Remaining time on 6 × Growth', amount: 50_468 },
  ],
  subtotal: 20_187,
  tax: 2_019,
  total: 22_206,
  currency: 'AUD',
  prorationDate: 1_773_187_200,
  begins: 'now',
  nextInvoiceAt: '2030-03-03T02:00:00Z',
  nextAmount: 900_000,
  ...given,
})
