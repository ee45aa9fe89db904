import { newDiscounts, type DiscountInput } from './discounts.ts'
import { plan } from './due.ts'
import { invalid, StripeError } from './errors.ts'
import { change } from './events.ts'
import { newInvoiceItem } from './invoice-items.ts'
import type { Draft } from './lines.ts'
import { mergeMetadata, orNull } from './metadata.ts'
import { collect } from './settlement.ts'
import { changeOf, type ChangeInput, type Outcome } from './subscription-change.ts'
import { refuseDecline } from './subscription-create.ts'
import { isOver, planSubscription, setStatus } from './subscription-state.ts'
import { planTrialNotice, ratesOf, subscriptionInvoice } from './subscriptions.ts'
import { find, HOUR, now, type World } from './world.ts'
import { blank, idOf, type Invoice, type Subscription } from './wire.ts'

type Behavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete'

export interface UpdateInput extends ChangeInput {
  automatic_tax?: { enabled: boolean } | undefined
  cancel_at?: '' | number | 'min_period_end' | 'max_period_end' | undefined
  cancel_at_period_end?: boolean | undefined
  cancellation_details?: { comment?: string | undefined; feedback?: string | undefined } | undefined
  collection_method?: Subscription['collection_method'] | undefined
  days_until_due?: number | undefined
  default_payment_method?: string | undefined
  default_tax_rates?: readonly string[] | undefined
  description?: string | undefined
  discounts?: '' | readonly DiscountInput[] | undefined
  metadata?: '' | Record<string, string> | undefined
  missingMethod?: 'cancel' | 'create_invoice' | 'pause' | undefined
  off_session?: boolean | undefined
  pause_collection?: '' | { behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void' } | undefined
  payment_behavior?: Behavior | undefined
  saveMethod?: 'off' | 'on_subscription' | undefined
}

const PENDING_REFUSES = [
  'cancel_at',
  'cancel_at_period_end',
  'collection_method',
  'default_payment_method',
  'default_tax_rates',
  'discounts',
] as const

export function updateSubscription(
  world: World,
  subscription: Subscription,
  input: UpdateInput,
): Subscription {
  if (isOver(subscription))
    throw new StripeError(404, `No such subscription: '${subscription.id}'`, {
      code: 'resource_missing',
      param: 'id',
    })
  const isPending = input.payment_behavior === 'pending_if_incomplete'
  const refused = PENDING_REFUSES.find((name) => isPending && input[name] !== undefined)
  if (refused)
    throw invalid(
      `You cannot pass ${refused} when payment_behavior is pending_if_incomplete.`,
      undefined,
      refused,
    )
  const changes = input.items !== undefined || input.anchorNow === true || input.endsTrial === true
  const outcome =
    changes || input.trialEnd !== undefined ? changeOf(world, subscription, input) : null
  if (outcome && input.payment_behavior === 'error_if_incomplete')
    refuseDecline(world, subscription)
  const owes = outcome !== null && isCharged(outcome, input)
  if (isPending && owes) return updateOncePaid(world, subscription, outcome, input)
  change(world, 'customer.subscription.updated', subscription, () => {
    applyFields(world, subscription, input)
    if (outcome) applyOutcome(world, subscription, outcome, input)
  })
  planSubscription(world, subscription)
  if (input.trialEnd !== undefined) planTrialNotice(world, subscription)
  if (outcome && owes) charge(world, subscription, outcome, input)
  else if (outcome)
    for (const draft of outcome.drafts)
      newInvoiceItem(world, idOf(subscription.customer), draft, null)
  return subscription
}

function isCharged(
  { drafts, resets }: Outcome,
  { proration_behavior: behavior }: UpdateInput,
): boolean {
  return resets || (behavior === 'always_invoice' && drafts.length > 0)
}

function charge(
  world: World,
  subscription: Subscription,
  outcome: Outcome,
  input: UpdateInput,
): void {
  const invoice = updateInvoice(world, subscription, outcome.drafts)
  const asks = input.payment_behavior !== 'default_incomplete'
  collect(world, invoice, asks ? { offSession: input.off_session ?? false } : null)
  if (invoice.status === 'open' && subscription.status === 'active')
    setStatus(world, subscription, 'past_due')
}

/** The change waits in `pending_update` until its invoice is paid. */
function updateOncePaid(
  world: World,
  subscription: Subscription,
  outcome: Outcome,
  input: UpdateInput,
): Subscription {
  const invoice = updateInvoice(world, subscription, outcome.drafts)
  const pending = {
    billing_cycle_anchor: outcome.resets ? now(world) : null,
    ...blank('cancel_at_period_end', 'discount', 'discounts'),
    expires_at: now(world) + 23 * HOUR,
    metadata: input.metadata ? input.metadata : null,
    subscription_items: outcome.items,
    trial_end: null,
    trial_from_plan: false,
  }
  subscription.pending_update = pending
  collect(world, invoice, { offSession: input.off_session ?? false })
  if (subscription.pending_update !== null) {
    subscription.pending_update = null
    change(world, 'customer.subscription.updated', subscription, () => {
      subscription.pending_update = pending
    })
    plan(world, 'expire-update', subscription.id, pending.expires_at, idOf(subscription.customer))
  }
  return subscription
}

function updateInvoice(
  world: World,
  subscription: Subscription,
  drafts: readonly Draft[],
): Invoice {
  const invoice = subscriptionInvoice(world, subscription, 'subscription_update', drafts)
  // A change is paid for at once or by its owner, never retried by a schedule.
  invoice.auto_advance = false
  return invoice
}

function applyOutcome(
  world: World,
  subscription: Subscription,
  { items, resets }: Outcome,
  input: UpdateInput,
): void {
  subscription.items.data = items
  if (input.trialEnd !== undefined) {
    subscription.trial_end = input.trialEnd
    subscription.billing_cycle_anchor = input.trialEnd
  }
  if (!resets) return
  subscription.billing_cycle_anchor = items[0]?.current_period_start ?? now(world)
  if (input.endsTrial && subscription.status === 'trialing') {
    subscription.status = 'active'
    subscription.trial_end = now(world)
  }
}

function applyFields(world: World, subscription: Subscription, input: UpdateInput): void {
  applyEnd(world, subscription, input)
  subscription.metadata = mergeMetadata(subscription.metadata, input.metadata)
  if (input.automatic_tax)
    Object.assign(subscription.automatic_tax, {
      ...input.automatic_tax,
      liability: { type: 'self' },
    })
  if (input.collection_method) subscription.collection_method = input.collection_method
  if (input.days_until_due !== undefined) subscription.days_until_due = input.days_until_due
  if (input.default_payment_method !== undefined) {
    if (input.default_payment_method !== '')
      find(world, 'payment_method', input.default_payment_method, 'default_payment_method')
    subscription.default_payment_method = orNull(input.default_payment_method)
  }
  if (input.default_tax_rates)
    subscription.default_tax_rates = ratesOf(world, input.default_tax_rates)
  if (input.description !== undefined) subscription.description = orNull(input.description)
  if (input.discounts !== undefined)
    subscription.discounts = newDiscounts(world, input.discounts, {
      customer: idOf(subscription.customer),
      subscription: subscription.id,
    })
  if (input.missingMethod)
    subscription.trial_settings = {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: input.missingMethod },
    }
  if (input.pause_collection !== undefined)
    subscription.pause_collection =
      input.pause_collection === ''
        ? null
        : { behavior: input.pause_collection.behavior, resumes_at: null }
  if (input.saveMethod && subscription.payment_settings)
    subscription.payment_settings.save_default_payment_method = input.saveMethod
}

function applyEnd(world: World, subscription: Subscription, input: UpdateInput): void {
  const ends = subscription.items.data.map((item) => item.current_period_end)
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd, cancellation_details: details } = input
  if (atPeriodEnd === undefined && at === undefined) return
  if (atPeriodEnd !== undefined) {
    subscription.cancel_at_period_end = atPeriodEnd
    subscription.cancel_at = atPeriodEnd ? Math.max(...ends) : null
  } else {
    subscription.cancel_at_period_end = false
    const named =
      at === 'min_period_end' ? Math.min(...ends) : at === 'max_period_end' ? Math.max(...ends) : at
    subscription.cancel_at = named === '' || named === undefined ? null : named
  }
  const isEnding = subscription.cancel_at !== null
  subscription.canceled_at = isEnding ? now(world) : null
  subscription.cancellation_details = {
    comment: isEnding ? (details?.comment ?? null) : null,
    feedback: isEnding ? ((details?.feedback ?? null) as 'other' | null) : null,
    feedback_option: null,
    reason: isEnding ? 'cancellation_requested' : null,
  }
}
