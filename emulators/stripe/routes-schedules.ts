import type Stripe from 'stripe'
import { z } from 'zod'
import type { Router } from './call.ts'
import { page } from './lists.ts'
import { accepts, flag, int, metadata, paging, text, texts } from './params.ts'
import { prorations } from './routes-subscriptions.ts'
import { release, scheduleOf, updatePhases } from './schedules.ts'
import { all, atTimeOf, find } from './world.ts'
import { idOf } from './wire.ts'

const when = z.union([z.literal('now'), int])
const phase = z.strictObject({
  items: z.array(z.strictObject({ price: text, quantity: int.optional() })),
  start_date: when.optional(),
  end_date: when.optional(),
  duration: z
    .strictObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: int.optional(),
    })
    .optional(),
  proration_behavior: prorations.optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  default_tax_rates: texts.optional(),
  discounts: z.array(z.strictObject({ discount: text })).optional(),
  metadata: z.record(text, text).optional(),
})

export function scheduleRoutes(on: Router): void {
  const base = '/v1/subscription_schedules'
  on(
    'POST',
    base,
    accepts<Stripe.SubscriptionScheduleCreateParams>()({ from_subscription: text }, {}),
    ({ world, params }) => {
      const subscription = find(
        world,
        'subscription',
        params.from_subscription,
        'from_subscription',
      )
      return atTimeOf(world, idOf(subscription.customer), () => scheduleOf(world, subscription))
    },
  )
  on(
    'GET',
    `${base}/:id`,
    accepts<Stripe.SubscriptionScheduleRetrieveParams>()({}, {}),
    ({ world, id }) => find(world, 'subscription_schedule', id),
  )
  on(
    'POST',
    `${base}/:id`,
    accepts<Stripe.SubscriptionScheduleUpdateParams>()(
      {},
      {
        end_behavior: z.enum(['cancel', 'release']),
        metadata,
        phases: z.array(phase),
        proration_behavior: prorations,
      },
    ),
    ({ world, id, params }) => {
      const schedule = find(world, 'subscription_schedule', id)
      atTimeOf(world, idOf(schedule.customer), () =>
        updatePhases(world, schedule, params.phases, params),
      )
      return schedule
    },
  )
  on(
    'POST',
    `${base}/:id/release`,
    accepts<Stripe.SubscriptionScheduleReleaseParams>()({}, {}),
    ({ world, id }) => {
      const schedule = find(world, 'subscription_schedule', id)
      atTimeOf(world, idOf(schedule.customer), () => release(world, schedule))
      return schedule
    },
  )
  on(
    'GET',
    base,
    accepts<Stripe.SubscriptionScheduleListParams>()({}, { ...paging, customer: text }),
    ({ world, params }) =>
      page(
        all(world, 'subscription_schedule').filter(
          ({ customer }) => params.customer === undefined || customer === params.customer,
        ),
        params,
        base,
      ),
  )
}

export function accountRoutes(on: Router): void {
  on('GET', '/v1/account', accepts<object>()({}, {}), ({ world: { settings } }) => ({
    id: 'acct_emulated',
    object: 'account',
    business_profile: { name: settings.accountName },
    charges_enabled: true,
    country: settings.accountCountry,
    created: 0,
    default_currency: settings.accountCountry === 'NZ' ? 'nzd' : 'aud',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    type: 'standard',
  }))
}
