import { declineOf, cardError } from './methods.ts'
import { newDiscounts, type DiscountInput } from './discounts.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { cycleDrafts } from './proration.ts'
import { collect, methodFor } from './settlement.ts'
import { newSetupIntent } from './setup-intents.ts'
import {
  newItem,
  requireSameCurrency,
  planTrialNotice,
  ratesOf,
  subscriptionInvoice,
  type ItemInput,
} from './subscriptions.ts'
import { planSubscription } from './subscription-state.ts'
import { automaticRate } from './tax.ts'
import { DAY, find, newId, now, store, type World } from './world.ts'
import { blank, idOf, listOf, type Subscription } from './wire.ts'

export interface SubscriptionInput {
  customer: string
  items: readonly ItemInput[]
  automatic_tax?: { enabled: boolean } | undefined
  cancel_at?: number | null | undefined
  cancel_at_period_end?: boolean | undefined
  collection_method?: Subscription['collection_method'] | undefined
  days_until_due?: number | undefined
  default_payment_method?: string | undefined
  default_tax_rates?: readonly string[] | undefined
  description?: string | undefined
  discounts?: '' | readonly DiscountInput[] | undefined
  invoice_settings?: Partial<Subscription['invoice_settings']> | undefined
  metadata?: Record<string, string> | undefined
  missingMethod?: 'cancel' | 'create_invoice' | 'pause' | undefined
  off_session?: boolean | undefined
  isAuthenticated?: boolean | undefined
  payment_behavior?:
    | 'allow_incomplete'
    | 'default_incomplete'
    | 'error_if_incomplete'
    | 'pending_if_incomplete'
    | undefined
  saveMethod?: 'off' | 'on_subscription' | undefined
  trialEnd?: number | null | undefined
}

export function createSubscription(world: World, input: SubscriptionInput): Subscription {
  const customer = find(world, 'customer', input.customer, 'customer')
  const { payment_behavior: behavior = 'allow_incomplete' } = input
  const subscription = buildSubscription(world, input)
  if (behavior === 'error_if_incomplete') refuseDecline(world, subscription)
  // Refuses a customer without an address before anything is stored.
  if (subscription.automatic_tax.enabled) automaticRate(world, customer)
  store(world, 'subscription', subscription)
  emit(world, 'customer.subscription.created', subscription)
  planSubscription(world, subscription)
  planTrialNotice(world, subscription)
  const drafts = cycleDrafts(world, subscription, subscription.items.data)
  const invoice = subscriptionInvoice(world, subscription, 'subscription_create', drafts)
  const asks = behavior !== 'default_incomplete'
  collect(
    world,
    invoice,
    asks
      ? { offSession: input.off_session ?? false, isAuthenticated: input.isAuthenticated }
      : null,
  )
  if (subscription.status === 'trialing' && methodFor(world, invoice) === '')
    subscription.pending_setup_intent = newSetupIntent(world, { customer: customer.id }).id
  if (subscription.status === 'incomplete' && invoice.collection_method === 'send_invoice') {
    subscription.status = 'active'
    planSubscription(world, subscription)
  }
  return subscription
}

/** Not stored: a preview of a new subscription needs one too. */
export function buildSubscription(world: World, input: SubscriptionInput): Subscription {
  const customer = find(world, 'customer', input.customer, 'customer')
  const created = now(world)
  const trialEnd = input.trialEnd ?? null
  const id = newId('sub')
  const items = input.items.map((item) => newItem(world, id, item, created))
  const currency = requireSameCurrency(
    world,
    customer.id,
    items.map(({ price }) => price),
  )
  if (trialEnd !== null)
    for (const item of items)
      Object.assign(item, { current_period_start: created, current_period_end: trialEnd })
  if (input.default_payment_method !== undefined) {
    const method = find(
      world,
      'payment_method',
      input.default_payment_method,
      'default_payment_method',
    )
    if (method.customer !== customer.id)
      throw invalid(
        'The customer does not have a payment method with the ID ' + method.id,
        'resource_missing',
      )
  }
  const end = items[0]?.current_period_end ?? null
  return {
    id,
    object: 'subscription',
    automatic_tax: {
      enabled: input.automatic_tax?.enabled ?? false,
      disabled_reason: null,
      liability: input.automatic_tax?.enabled ? { type: 'self' } : null,
    },
    billing_cycle_anchor: trialEnd ?? created,
    billing_mode: {
      type: 'flexible',
      flexible: { proration_discounts: 'included' },
      updated_at: created,
    },
    billing_schedules: [],
    cancel_at: input.cancel_at_period_end ? end : (input.cancel_at ?? null),
    cancel_at_period_end: input.cancel_at_period_end ?? false,
    cancellation_details: blank('comment', 'feedback', 'feedback_option', 'reason'),
    collection_method: input.collection_method ?? 'charge_automatically',
    created,
    currency,
    customer: customer.id,
    days_until_due: input.days_until_due ?? null,
    default_payment_method: input.default_payment_method ?? null,
    default_tax_rates: ratesOf(world, input.default_tax_rates),
    description: input.description ?? null,
    discounts: newDiscounts(world, input.discounts, { customer: customer.id, subscription: id }),
    invoice_settings: {
      ...blank('account_tax_ids', 'custom_fields', 'description', 'footer'),
      issuer: { type: 'self' },
      ...input.invoice_settings,
    },
    items: listOf(items, `/v1/subscription_items?subscription=${id}`),
    livemode: false,
    metadata: input.metadata ?? {},
    payment_settings: {
      ...blank('payment_method_options', 'payment_method_types'),
      save_default_payment_method: input.saveMethod ?? 'off',
    },
    start_date: created,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: idOf(customer.test_clock) || null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: input.missingMethod ?? 'create_invoice',
      },
    },
    trial_start: trialEnd === null ? null : created,
    ...blank(
      'application',
      'application_fee_percent',
      'billing_cycle_anchor_config',
      'billing_thresholds',
    ),
    ...blank('canceled_at', 'customer_account', 'default_source', 'ended_at', 'latest_invoice'),
    ...blank(
      'managed_payments',
      'next_pending_invoice_item_invoice',
      'on_behalf_of',
      'pause_collection',
    ),
    ...blank(
      'pending_invoice_item_interval',
      'pending_setup_intent',
      'pending_update',
      'schedule',
      'transfer_data',
    ),
  }
}

/** Before anything is changed that must not stay. */
export function refuseDecline(world: World, subscription: Subscription): void {
  const customer = find(world, 'customer', idOf(subscription.customer))
  const method =
    idOf(subscription.default_payment_method) ||
    idOf(customer.invoice_settings.default_payment_method)
  const decline = method === '' ? undefined : declineOf(world, method)
  if (decline) throw cardError(decline)
}

export function trialEndOf(
  world: World,
  end: number | 'now' | undefined,
  days: number | undefined,
): number | null {
  if (end === 'now') return null
  if (end !== undefined) {
    if (end <= now(world)) throw invalid('trial_end must be in the future.', undefined, 'trial_end')
    return end
  }
  return days === undefined || days === 0 ? null : now(world) + days * DAY
}
