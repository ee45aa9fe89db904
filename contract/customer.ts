import * as z from 'zod/mini'
import { call } from './call.ts'

export const Country = z.enum(['AU', 'NZ', 'ALL'])
export type Country = z.infer<typeof Country>

/** The active subscription (spec 3): access needs it in a valid status and its metadata (spec 6, product 2.5). */
export const Subscription = z.object({
  id: z.string(),
  customer: z.string(),
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
    'canceled',
  ]),
  billingCountry: z.string(),
  billingCurrency: z.string(),
  planBucketId: z.string(),
  plan: z.object({ product: z.string(), metadata: z.object({ plan_name: z.string() }) }),
  items: z.object({ data: z.array(z.object({ id: z.string() })) }),
  metadata: z.nullable(
    z.object({
      plan_name: z.string(),
      bucketId: z.string(),
      seats: z.int(),
      credits: z.int(),
      /** End of the paid or trial period, ISO 8601. */
      periodEnd: z.string(),
    }),
  ),
})
export type Subscription = z.infer<typeof Subscription>

const graceDays = 7

/** Whether a subscription opens the app at a moment (ms since 1970): trialing, active, or past_due for at most 7 days (product 2.5), with metadata. */
export const opensApp = (subscription: Subscription | null, now: number): boolean => {
  if (subscription === null || subscription.metadata === null) return false
  const { status } = subscription
  if (status === 'trialing' || status === 'active') return true
  return (
    status === 'past_due' &&
    now <= Date.parse(subscription.metadata.periodEnd) + graceDays * 86_400_000
  )
}

export const customerCalls = {
  customerFeatures: call({
    method: 'GET',
    path: '/customer/features',
    summary: 'Feature flags of the organisation; they win over the platform',
    input: z.object({}),
    output: z.object({
      features: z.record(
        z.string(),
        z.object({ enabled: z.boolean(), payload: z.optional(z.unknown()) }),
      ),
    }),
    gate: 'member',
  }),
  customerInfo: call({
    method: 'GET',
    path: '/customer/info',
    summary: 'The organisation, its members and its credits',
    input: z.object({}),
    output: z.object({
      customer: z.object({
        id: z.string(),
        name: z.string(),
        country: Country,
        website: z.nullable(z.string()),
      }),
      members: z.array(
        z.object({
          userId: z.string(),
          name: z.string(),
          role: z.string(),
          lastSeen: z.nullable(z.string()),
          cap: z.nullable(z.int()),
        }),
      ),
      /** Null until the organisation has a credit account. */
      credits: z.nullable(z.object({ balance: z.int(), reserved: z.int() })),
    }),
    gate: 'member',
  }),
  updateCountry: call({
    method: 'PUT',
    path: '/customer/{orgId}/update-country',
    summary: 'The country new searches start in',
    input: z.object({ orgId: z.string(), data: z.object({ defaultCountry: Country }) }),
    output: z.object({ defaultCountry: Country }),
    gate: 'member',
    roles: ['admin'],
  }),
  customerMetadata: call({
    method: 'GET',
    path: '/customer/metadata',
    summary: 'Settings of the organisation',
    input: z.object({}),
    output: z.object({ metadata: z.object({ defaultCountry: z.nullable(Country) }) }),
    gate: 'member',
  }),
  activePlan: call({
    method: 'GET',
    path: '/customer/{orgId}/subscription/active-plan',
    summary: 'The active subscription, or null',
    input: z.object({ orgId: z.string() }),
    output: z.object({ subscription: z.nullable(Subscription) }),
    gate: 'member',
  }),
}
