import type Stripe from 'stripe'
import { z } from 'zod'
import type { Router } from './call.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { page, within } from './lists.ts'
import { accepts, flag, int, metadata, paging, range, text, texts } from './params.ts'
import { cycleDrafts } from './proration.ts'
import { collect } from './settlement.ts'
import { createSubscription, trialEndOf } from './subscription-create.ts'
import { cancelNow, isOver, planSubscription } from './subscription-state.ts'
import { updateSubscription } from './subscription-update.ts'
import { startPaying, subscriptionInvoice } from './subscriptions.ts'
import { all, atTimeOf, find, type World } from './world.ts'
import { idOf, type Subscription } from './wire.ts'
import { live } from './routes-customers.ts'

export const discountInputs = z.union([
  z.literal(''),
  z.array(
    z.strictObject({
      coupon: text.optional(),
      promotion_code: text.optional(),
      discount: text.optional(),
    }),
  ),
])
export const anchor = z.strictObject({ type: z.enum(['now', 'unchanged']) })
export const trialEnd = z.union([z.literal('now'), int])
export const itemChange = z.strictObject({
  id: text.optional(),
  price: text.optional(),
  quantity: int.optional(),
  deleted: flag.optional(),
  metadata: metadata.optional(),
  tax_rates: texts.optional(),
})
export const prorations = z.enum(['always_invoice', 'create_prorations', 'none'])
const trialSettings = z.strictObject({
  end_behavior: z.strictObject({
    missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']),
  }),
})
const paymentSettings = z.strictObject({
  save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
})
const customField = z.strictObject({ name: text, value: text })
const shared = {
  automatic_tax: z.strictObject({ enabled: flag }),
  cancel_at_period_end: flag,
  collection_method: z.enum(['charge_automatically', 'send_invoice']),
  days_until_due: int,
  default_payment_method: text,
  default_tax_rates: texts,
  description: text,
  discounts: discountInputs,
  off_session: flag,
  payment_behavior: z.enum([
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ]),
  payment_settings: paymentSettings,
  proration_behavior: prorations,
  trial_end: trialEnd,
  trial_settings: trialSettings,
}
const details = z.strictObject({ comment: text.optional(), feedback: text.optional() })

export function subscriptionRoutes(on: Router): void {
  on(
    'POST',
    '/v1/subscriptions',
    accepts<Stripe.SubscriptionCreateParams>()(
      {
        customer: text,
        items: z.array(
          z.strictObject({
            price: text,
            quantity: int.optional(),
            tax_rates: texts.optional(),
            metadata: z.record(text, text).optional(),
          }),
        ),
      },
      {
        ...shared,
        billing_mode: z.strictObject({ type: z.literal('flexible') }),
        cancel_at: int,
        currency: text,
        invoice_settings: z.strictObject({
          custom_fields: z.array(customField).optional(),
          footer: text.optional(),
        }),
        metadata: z.record(text, text),
        trial_period_days: int,
      },
    ),
    ({ world, params }) => {
      const {
        trial_end: end,
        trial_period_days: days,
        trial_settings: trial,
        invoice_settings: settings,
        ...rest
      } = params
      live(world, params.customer)
      return atTimeOf(world, params.customer, () =>
        createSubscription(world, {
          ...rest,
          trialEnd: trialEndOf(world, end, days),
          missingMethod: trial?.end_behavior.missing_payment_method,
          saveMethod: params.payment_settings?.save_default_payment_method,
          ...(settings && { invoice_settings: invoiceSettings(settings) }),
        }),
      )
    },
  )
  on(
    'GET',
    '/v1/subscriptions/:id',
    accepts<Stripe.SubscriptionRetrieveParams>()({}, {}),
    ({ world, id }) => find(world, 'subscription', id),
  )
  on(
    'POST',
    '/v1/subscriptions/:id',
    accepts<Stripe.SubscriptionUpdateParams>()(
      {},
      {
        ...shared,
        billing_cycle_anchor: anchor,
        cancel_at: z.union([z.literal(''), z.enum(['min_period_end', 'max_period_end']), int]),
        cancellation_details: details,
        items: z.array(itemChange),
        metadata,
        pause_collection: z.union([
          z.literal(''),
          z.strictObject({ behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']) }),
        ]),
        proration_date: int,
      },
    ),
    ({ world, id, params }) => {
      const subscription = find(world, 'subscription', id)
      const {
        trial_end: end,
        billing_cycle_anchor: anchorInput,
        trial_settings: trial,
        ...rest
      } = params
      return atTimeOf(world, idOf(subscription.customer), () =>
        updateSubscription(world, subscription, {
          ...rest,
          anchorNow: anchorInput?.type === 'now',
          endsTrial: end === 'now',
          trialEnd: typeof end === 'number' ? end : undefined,
          missingMethod: trial?.end_behavior.missing_payment_method,
          saveMethod: params.payment_settings?.save_default_payment_method,
        }),
      )
    },
  )
  on(
    'DELETE',
    '/v1/subscriptions/:id',
    accepts<Stripe.SubscriptionCancelParams>()(
      {},
      { cancellation_details: details, invoice_now: flag, prorate: flag },
    ),
    ({ world, id, params }) => {
      const subscription = find(world, 'subscription', id)
      if (isOver(subscription))
        throw invalid(`No such subscription: '${id}'`, 'resource_missing', 'id')
      const { comment, feedback } = params.cancellation_details ?? {}
      atTimeOf(world, idOf(subscription.customer), () =>
        cancelNow(world, subscription, { comment, feedback: feedback as 'other' | undefined }),
      )
      return subscription
    },
  )
  on(
    'POST',
    '/v1/subscriptions/:id/resume',
    accepts<Stripe.SubscriptionResumeParams>()(
      {},
      { billing_cycle_anchor: anchor, proration_behavior: prorations },
    ),
    ({ world, id }) => {
      const subscription = find(world, 'subscription', id)
      if (subscription.status !== 'paused')
        throw invalid('Only paused subscriptions can be resumed.', undefined, 'id')
      return atTimeOf(world, idOf(subscription.customer), () => resume(world, subscription))
    },
  )
  on(
    'GET',
    '/v1/subscriptions',
    accepts<Stripe.SubscriptionListParams>()(
      {},
      { ...paging, customer: text, price: text, status: text, created: range, test_clock: text },
    ),
    ({ world, params }) => {
      const { customer, price, status, created } = params
      const rows = all(world, 'subscription').filter(
        (each) =>
          (customer === undefined || idOf(each.customer) === customer) &&
          (price === undefined || each.items.data.some((item) => item.price.id === price)) &&
          fits(each, status) &&
          within(each.created, created),
      )
      return page(rows, params, '/v1/subscriptions')
    },
  )
}

export function subscriptionItemRoutes(on: Router): void {
  on(
    'GET',
    '/v1/subscription_items',
    accepts<Stripe.SubscriptionItemListParams>()({ subscription: text }, paging),
    ({ world, params }) =>
      page(
        find(world, 'subscription', params.subscription, 'subscription').items.data,
        params,
        '/v1/subscription_items',
      ),
  )
  on('GET', '/v1/subscription_items/:id', accepts<object>()({}, {}), ({ world, id }) => {
    const item = all(world, 'subscription')
      .flatMap(({ items }) => items.data)
      .find((each) => each.id === id)
    if (!item) throw invalid(`No such subscription item: '${id}'`, 'resource_missing', 'id')
    return item
  })
}

function resume(world: World, subscription: Subscription): Subscription {
  startPaying(world, subscription, 'active')
  emit(world, 'customer.subscription.resumed', subscription)
  const drafts = cycleDrafts(world, subscription, subscription.items.data)
  collect(world, subscriptionInvoice(world, subscription, 'subscription_cycle', drafts), {
    offSession: true,
  })
  planSubscription(world, subscription)
  return subscription
}

function fits({ status }: Subscription, requested: string | undefined): boolean {
  if (requested === 'all') return true
  if (requested === 'ended') return status === 'canceled' || status === 'incomplete_expired'
  return requested === undefined
    ? status !== 'canceled' && status !== 'incomplete_expired'
    : status === requested
}

interface Settings {
  custom_fields?: { name: string; value: string }[] | undefined
  footer?: string | undefined
}

export function invoiceSettings({
  custom_fields,
  footer,
}: Settings): Partial<Subscription['invoice_settings']> {
  return { custom_fields: custom_fields ?? null, footer: footer ?? null }
}
