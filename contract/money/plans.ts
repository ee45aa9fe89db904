import * as z from 'zod/mini'
import { adminEndpoint, memberEndpoint } from '../core/endpoint.ts'

export const BillingCountry = z.enum(['AU', 'NZ'])
export type BillingCountry = z.infer<typeof BillingCountry>

/** In percent. */
export const gst = { AU: 10, NZ: 15 } as const satisfies Record<BillingCountry, number>

/** `amount` is in cents without GST, for one user: of a month, or of a whole year. */
const Price = z.object({ price: z.string(), amount: z.int() })
export type Price = z.infer<typeof Price>

const CountryPrices = z.nullable(
  z.object({ currency: z.string(), monthly: z.nullable(Price), annual: z.nullable(Price) }),
)

/** A plan as people choose it (product 2.14). */
export const Product = z.object({
  bucket_id: z.string(),
  stripe_product_id: z.string(),
  name: z.string(),
  order: z.int(),
  /** Null for a plan that is sold. */
  trialDays: z.nullable(z.int()),
  /** Per user and month; of a trial, in all. */
  credits: z.int(),
  /** `max` is null where there is no limit. */
  seats: z.object({ min: z.int(), max: z.nullable(z.int()) }),
  flags: z.array(z.string()),
  agents: z.int(),
  pinnedLists: z.int(),
  rowsPerRequest: z.int(),
  /** Null: all. */
  connectors: z.nullable(z.int()),
  dataExchange: z.boolean(),
  contactSales: z.boolean(),
  AU: CountryPrices,
  NZ: CountryPrices,
})
export type Product = z.infer<typeof Product>

export const plansEndpoints = {
  /** `trial` says whether the organisation may still start one. */
  products: memberEndpoint({
    method: 'GET',
    path: '/products',
    summary: 'Every plan, by product id',
    input: z.object({}),
    output: z.object({
      products: z.record(z.string(), Product),
      trial: z.enum(['available', 'used']),
    }),
    gate: 'member',
  }),
  customerProduct: memberEndpoint({
    method: 'GET',
    path: '/customer/products',
    summary: 'The active plan, or the plan of a bucket; null if there is none',
    input: z.object({
      return: z.optional(z.literal('active-plan')),
      bucketId: z.optional(z.string().check(z.maxLength(60))),
      billingCountry: z.optional(BillingCountry),
    }),
    output: z.object({ plan: z.nullable(Product) }),
    gate: 'member',
  }),
  /** A trial starts at once: `sessionId` is empty and `url` is the dashboard. */
  checkout: adminEndpoint({
    method: 'POST',
    path: '/checkout',
    key: 'optional',
    summary: 'Starts the trial, or the payment of a plan',
    input: z.object({
      price: z.optional(z.string().check(z.maxLength(80))),
      orgId: z.string(),
      isTrialMode: z.boolean(),
      userCount: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
      isAnnual: z.optional(z.boolean()),
      isCouponApplied: z.optional(z.boolean()),
      billingCountry: z.optional(BillingCountry),
    }),
    output: z.object({ sessionId: z.string(), url: z.string() }),
    gate: 'member',
    rate: 'requests',
    external: true,
  }),
}
