import * as z from 'zod/mini'
import { adminEndpoint, memberEndpoint } from '../core/endpoint.ts'
import { Act, Cap, Member } from './members.ts'
import { dayMs } from '../core/days.ts'

export const Country = z.enum(['AU', 'NZ', 'ALL'])
export type Country = z.infer<typeof Country>

/** What a plan costs and when it changes. Moments are ISO 8601. */
export const Billing = z.object({
  /** `own`: the trial, or a plan that an operator gave. */
  provider: z.enum(['own', 'stripe']),
  interval: z.nullable(z.enum(['month', 'year'])),
  /** Cents without GST, for one user and interval. */
  unitAmount: z.nullable(z.int()),
  /** A coupon takes something off. Missing in rows of earlier releases. */
  discounted: z.optional(z.boolean()),
  /** The next invoice; null if none follows. */
  renewsAt: z.nullable(z.string()),
  /** The last moment of a cancelled plan. */
  endsAt: z.nullable(z.string()),
  /** A smaller plan or fewer users, from the next period. */
  scheduled: z.nullable(
    z.object({
      bucketId: z.string(),
      plan_name: z.string(),
      seats: z.int(),
      interval: z.enum(['month', 'year']),
      at: z.string(),
    }),
  ),
  /** While past_due: the bank's reason in words and the card, for admins only, and when access ends. */
  failedPayment: z.nullable(
    z.object({
      at: z.string(),
      reason: z.nullable(z.string()),
      last4: z.nullable(z.string()),
      accessEndsAt: z.string(),
    }),
  ),
})
export type Billing = z.infer<typeof Billing>

/** Access needs a valid status and metadata (spec 3 and 6, product 2.5). */
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
      /** Paid through, or the trial's end; ISO 8601. */
      periodEnd: z.string(),
    }),
  ),
  /** Missing in answers of earlier releases. */
  billing: z.optional(Billing),
})
export type Subscription = z.infer<typeof Subscription>

/** After what was paid has ended, while a payment fails. */
export const graceMs = 7 * dayMs

/** trialing until the trial's end, active, or past_due for at most 7 days, with metadata (product 2.5). `now` is in ms since 1970. */
export const opensApp = (subscription: Subscription | null, now: number): boolean => {
  if (subscription === null || subscription.metadata === null) return false
  const end = Date.parse(subscription.metadata.periodEnd)
  if (subscription.status === 'trialing') return now < end
  if (subscription.status === 'active') return true
  return subscription.status === 'past_due' && now <= end + graceMs
}

/** Whether the payment provider has it; trials and plans that an operator gave are our own rows. */
export const isPaidPlan = (subscription: Subscription | null): boolean =>
  subscription?.billing?.provider === 'stripe'

/** Whether it is over for good; the provider knows more statuses than we store. */
export const hasEnded = ({ status }: { status: string }): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** Whether numbers on the Do Not Call Register are left out or flagged (product 3, R17). */
export const DncPolicy = z.enum(['hide', 'flag'])

/** Without a connection for so long a device becomes read-only; it is wiped after 7 days (product 2.13). */
const GraceHours = z.int().check(z.minimum(1), z.maximum(168))

/** Also of devices that do not know the setting yet. */
export const defaultGraceHours = 72

export const Policies = z.object({
  dncPolicy: DncPolicy,
  offlineGraceHours: GraceHours,
  /** Notes and visits become activities of connected CRMs. */
  crmActivities: z.boolean(),
})
export type Policies = z.infer<typeof Policies>

export const Customer = z.object({
  id: z.string(),
  name: z.string(),
  country: Country,
  website: z.nullable(z.string()),
  /** For admins only. */
  billingEmail: z.optional(z.nullable(z.string())),
  /** An ABN or a New Zealand GST number, digits only; for admins only. */
  taxId: z.optional(z.nullable(z.string())),
  policies: Policies,
})
export type Customer = z.infer<typeof Customer>

const Website = z
  .string()
  .check(z.maxLength(200), z.regex(/^https?:\/\/[^\s/?#@.]+(?:\.[^\s/?#@.]+)+(?:[/?#]\S*)?$/i))

export const customerEndpoints = {
  customerFeatures: memberEndpoint({
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
  customerInfo: memberEndpoint({
    method: 'GET',
    path: '/customer/info',
    summary: 'The organisation, its members and its credits',
    input: z.object({}),
    output: z.object({
      customer: Customer,
      members: z.array(Member),
      /** Null until the organisation has a credit account. */
      credits: z.nullable(z.object({ balance: z.int(), reserved: z.int() })),
    }),
    gate: 'member',
  }),
  updateCustomer: adminEndpoint({
    method: 'PUT',
    path: '/customer/update',
    key: 'optional',
    summary: 'Name, website, billing address and policies of the organisation',
    input: z.object({
      data: z.object({
        name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))),
        website: z.optional(z.nullable(Website)),
        billingEmail: z.optional(z.nullable(z.email().check(z.maxLength(254)))),
        taxId: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
        policies: z.optional(z.partial(Policies)),
      }),
    }),
    output: Customer,
    gate: 'member',
  }),
  updateCountry: adminEndpoint({
    method: 'PUT',
    path: '/customer/{orgId}/update-country',
    key: 'optional',
    summary: 'The country new searches start in',
    input: z.object({ orgId: z.string(), data: z.object({ defaultCountry: Country }) }),
    output: z.object({ defaultCountry: Country }),
    gate: 'member',
  }),
  customerMetadata: memberEndpoint({
    method: 'GET',
    path: '/customer/metadata',
    summary: 'Settings of the organisation',
    input: z.object({}),
    output: z.object({
      metadata: z.object({
        defaultCountry: z.nullable(Country),
        caps: z.object({ cap: Cap, disabled: z.array(Act) }),
        /** Of the active plan; null without one. */
        limits: z.nullable(
          z.object({
            plan: z.string(),
            pinnedLists: z.int(),
            rowsPerRequest: z.int(),
            dataExchange: z.boolean(),
          }),
        ),
        ...Policies.shape,
      }),
    }),
    gate: 'member',
  }),
  activePlan: memberEndpoint({
    method: 'GET',
    path: '/customer/{orgId}/subscription/active-plan',
    summary: 'The active subscription, or null',
    input: z.object({ orgId: z.string() }),
    output: z.object({ subscription: z.nullable(Subscription) }),
    gate: 'member',
  }),
}
