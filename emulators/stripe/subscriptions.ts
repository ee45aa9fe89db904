import { planOf, recurringPrice } from './catalog.ts'
import { appliesNow, couponOf } from './discounts.ts'
import { plan } from './due.ts'
import { invalid } from './errors.ts'
import { change, emit } from './events.ts'
import { draftOfItem, pendingItems } from './invoice-items.ts'
import { draftInvoice } from './invoices.ts'
import type { Draft } from './lines.ts'
import { cycleDrafts, restarted } from './proration.ts'
import { cancelNow, planSubscription } from './subscription-state.ts'
import { DAY, find, newId, now, table, type World } from './world.ts'
import {
  blank,
  idOf,
  type Invoice,
  type Price,
  type Subscription,
  type SubscriptionItem,
  type TaxRate,
} from './wire.ts'

export interface ItemInput {
  price: string
  quantity?: number | undefined
  tax_rates?: readonly string[] | undefined
  metadata?: Record<string, string> | undefined
}

export function newItem(
  world: World,
  subscription: string,
  input: ItemInput,
  start: number,
): SubscriptionItem {
  const price = structuredClone(recurringPrice(world, input.price, 'items[0][price]'))
  const item: SubscriptionItem = {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now(world),
    current_period_end: start,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: input.metadata ?? {},
    plan: planOf(price),
    price,
    quantity: input.quantity ?? 1,
    subscription,
    tax_rates: ratesOf(world, input.tax_rates),
  }
  return restarted(item, start, start)
}

export function ratesOf(world: World, ids: readonly string[] | undefined): TaxRate[] {
  return (ids ?? []).map((id) => find(world, 'tax_rate', id, 'tax_rates'))
}

/** An invoice of the subscription with what is pending for it; its settings are the subscription's. */
export function subscriptionInvoice(
  world: World,
  subscription: Subscription,
  reason: NonNullable<Invoice['billing_reason']>,
  drafts: readonly Draft[],
): Invoice {
  const customer = find(world, 'customer', idOf(subscription.customer))
  const pending = reason === 'subscription_create' ? null : subscription.id
  const items = [
    ...(pending === null ? [] : pendingItems(world, customer.id, pending, subscription.currency)),
    ...(reason === 'subscription_update'
      ? []
      : pendingItems(world, customer.id, null, subscription.currency)),
  ]
  const invoice = draftInvoice(world, customer, [...items.map(draftOfItem), ...drafts], {
    ...invoiceBasics(world, subscription, drafts),
    billing_reason: reason,
    auto_advance: subscription.status !== 'unpaid' && subscription.pause_collection === null,
  })
  for (const item of items) item.invoice = invoice.id
  change(world, null, subscription, () => {
    subscription.latest_invoice = invoice.id
  })
  spendOnce(world, subscription)
  return invoice
}

type InvoiceBasics = Pick<
  Invoice,
  | 'account_tax_ids'
  | 'automatic_tax'
  | 'collection_method'
  | 'currency'
  | 'custom_fields'
  | 'default_tax_rates'
  | 'description'
  | 'discounts'
  | 'footer'
  | 'parent'
  | 'period_end'
  | 'period_start'
>

/** Shared with previews. */
export function invoiceBasics(
  world: World,
  subscription: Subscription,
  drafts: readonly Draft[],
): InvoiceBasics {
  const item = subscription.items.data[0]
  const { account_tax_ids, custom_fields, description, footer } = subscription.invoice_settings
  return {
    account_tax_ids,
    currency: subscription.currency,
    collection_method: subscription.collection_method,
    custom_fields,
    description,
    footer,
    default_tax_rates: subscription.default_tax_rates ?? [],
    automatic_tax: {
      enabled: subscription.automatic_tax.enabled,
      liability: subscription.automatic_tax.liability,
      ...blank('disabled_reason', 'provider', 'status'),
    },
    discounts: subscription.discounts.map(idOf).filter((id) => appliesNow(world, id)),
    parent: {
      type: 'subscription_details' as const,
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
        subscription_proration_date: 0,
      },
    },
    period_start: item?.current_period_start ?? now(world),
    period_end: drafts[0]?.period.start ?? now(world),
  }
}

// A coupon for once applies to the first invoice only.
function spendOnce(world: World, subscription: Subscription): void {
  const stays = subscription.discounts
    .map(idOf)
    .filter((id) => couponOf(world, find(world, 'discount', id)).duration !== 'once')
  if (stays.length !== subscription.discounts.length)
    change(world, null, subscription, () => {
      subscription.discounts = stays
    })
}

export function requireSameCurrency(
  world: World,
  customer: string,
  prices: readonly Price[],
): string {
  const currency = prices[0]?.currency ?? ''
  const others = Object.values(table(world, 'subscription')).filter(
    (other) =>
      idOf(other.customer) === customer &&
      !['canceled', 'incomplete_expired'].includes(other.status) &&
      other.currency !== currency,
  )
  if (prices.some((price) => price.currency !== currency) || others.length > 0)
    throw invalid(
      'You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with another currency.',
    )
  return currency
}

/** The period moves on before it is paid for. */
export function renew(world: World, subscription: Subscription): void {
  const { cancel_at: end } = subscription
  if (end !== null && end <= now(world)) {
    cancelNow(world, subscription, {})
    return
  }
  change(world, 'customer.subscription.updated', subscription, () => {
    subscription.items.data = subscription.items.data.map((item) =>
      restarted(item, item.current_period_end, subscription.billing_cycle_anchor),
    )
  })
  planSubscription(world, subscription)
  subscriptionInvoice(
    world,
    subscription,
    'subscription_cycle',
    cycleDrafts(world, subscription, subscription.items.data),
  )
}

export function endTrial(world: World, subscription: Subscription): void {
  const customer = find(world, 'customer', idOf(subscription.customer))
  const hasCard =
    idOf(subscription.default_payment_method) !== '' ||
    idOf(customer.invoice_settings.default_payment_method) !== ''
  const without =
    subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice'
  const end = subscription.cancel_at
  if ((!hasCard && without === 'cancel') || (end !== null && end <= now(world))) {
    cancelNow(world, subscription, {})
    return
  }
  if (!hasCard && without === 'pause') {
    change(world, null, subscription, () => {
      subscription.status = 'paused'
    })
    planSubscription(world, subscription)
    emit(world, 'customer.subscription.paused', subscription)
    return
  }
  startPaying(world, subscription, 'active')
  subscriptionInvoice(
    world,
    subscription,
    'subscription_cycle',
    cycleDrafts(world, subscription, subscription.items.data),
  )
}

/** After a trial or a pause: a period that starts now. */
export function startPaying(
  world: World,
  subscription: Subscription,
  status: Subscription['status'],
): void {
  const start = now(world)
  change(world, 'customer.subscription.updated', subscription, () => {
    subscription.status = status
    subscription.billing_cycle_anchor = start
    if (subscription.trial_end !== null)
      subscription.trial_end = Math.min(subscription.trial_end, start)
    subscription.items.data = subscription.items.data.map((item) => restarted(item, start, start))
  })
  plan(world, 'announce-trial-end', subscription.id, null, null)
  planSubscription(world, subscription)
}

export function planTrialNotice(world: World, subscription: Subscription): void {
  const { id, trial_end: end } = subscription
  if (end === null) return
  plan(
    world,
    'announce-trial-end',
    id,
    Math.max(now(world), end - 3 * DAY),
    idOf(subscription.customer),
  )
}
