import { plan } from './due.ts'
import { change, emit } from './events.ts'
import { closeInvoice, invoicesOf } from './invoices.ts'
import { mergeMetadata } from './metadata.ts'
import { DAY, HOUR, now, table, type World } from './world.ts'
import { idOf, type Invoice, type Subscription } from './wire.ts'

export function subscriptionOf(world: World, { parent }: Invoice): Subscription | undefined {
  return table(world, 'subscription')[idOf(parent?.subscription_details?.subscription)]
}

export function isOver({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** What will happen by itself, from the subscription as it is now. */
export function planSubscription(world: World, subscription: Subscription): void {
  const { id, status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  const customer = idOf(subscription.customer)
  const isTrial = status === 'trialing'
  const renews = ['active', 'past_due', 'unpaid'].includes(status)
  const end = Math.min(...subscription.items.data.map((item) => item.current_period_end))
  const at = now(world)
  plan(world, 'renew', id, renews ? end : null, customer)
  plan(world, 'end-trial', id, isTrial ? trialEnd : null, customer)
  plan(world, 'cancel', id, isOver(subscription) ? null : cancelAt, customer)
  plan(
    world,
    'expire-incomplete',
    id,
    status === 'incomplete' ? subscription.created + 23 * HOUR : null,
    customer,
  )
  const upcoming = end - 7 * DAY
  plan(
    world,
    'announce-renewal',
    id,
    renews && upcoming > at && cancelAt === null ? upcoming : null,
    customer,
  )
}

export function setStatus(
  world: World,
  subscription: Subscription,
  status: Subscription['status'],
): void {
  change(world, 'customer.subscription.updated', subscription, () => {
    subscription.status = status
  })
  planSubscription(world, subscription)
}

interface Reason {
  comment?: string | undefined
  feedback?: Subscription['cancellation_details'] extends (infer D) | null
    ? D extends { feedback: infer F }
      ? F | undefined
      : never
    : never
  reason?: 'cancellation_requested' | 'payment_failed'
}

export function cancelNow(
  world: World,
  subscription: Subscription,
  { comment, feedback, reason }: Reason,
): void {
  const at = now(world)
  change(world, null, subscription, () => {
    subscription.status = 'canceled'
    subscription.canceled_at ??= at
    subscription.ended_at = at
    subscription.pending_update = null
    subscription.cancellation_details = {
      comment: comment ?? subscription.cancellation_details?.comment ?? null,
      feedback: feedback ?? subscription.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason: reason ?? subscription.cancellation_details?.reason ?? 'cancellation_requested',
    }
  })
  planSubscription(world, subscription)
  plan(world, 'expire-update', subscription.id, null, null)
  plan(world, 'announce-trial-end', subscription.id, null, null)
  for (const invoice of invoicesOf(world, subscription.id)) stopCollecting(world, invoice)
  emit(world, 'customer.subscription.deleted', subscription)
}

function stopCollecting(world: World, invoice: Invoice): void {
  if (invoice.status !== 'draft' && invoice.status !== 'open') return
  plan(world, 'finalize-invoice', invoice.id, null, null)
  plan(world, 'retry-invoice', invoice.id, null, null)
  change(world, 'invoice.updated', invoice, () => {
    invoice.auto_advance = false
    invoice.automatically_finalizes_at = null
    invoice.next_payment_attempt = null
  })
}

/** What a payment changes in the subscription it was for. */
export function afterPaid(world: World, invoice: Invoice): void {
  const subscription = subscriptionOf(world, invoice)
  if (!subscription || isOver(subscription)) return
  if (subscription.pending_update && idOf(subscription.latest_invoice) === invoice.id)
    applyPending(world, subscription)
  const owes = invoicesOf(world, subscription.id).some(
    (other) => other.status === 'open' && other.id !== invoice.id,
  )
  const { status } = subscription
  if (status === 'incomplete' || status === 'unpaid' || (status === 'past_due' && !owes))
    setStatus(world, subscription, 'active')
}

function applyPending(world: World, subscription: Subscription): void {
  const { pending_update: pending } = subscription
  plan(world, 'expire-update', subscription.id, null, null)
  change(world, 'customer.subscription.updated', subscription, () => {
    if (pending?.subscription_items) subscription.items.data = pending.subscription_items
    if (pending?.billing_cycle_anchor)
      subscription.billing_cycle_anchor = pending.billing_cycle_anchor
    if (pending?.metadata)
      subscription.metadata = mergeMetadata(subscription.metadata, pending.metadata)
    subscription.pending_update = null
  })
  emit(world, 'customer.subscription.pending_update_applied', subscription)
  planSubscription(world, subscription)
}

export function expireUpdate(world: World, subscription: Subscription): void {
  if (!subscription.pending_update) return
  const invoice = table(world, 'invoice')[idOf(subscription.latest_invoice)]
  if (invoice?.status === 'open') closeInvoice(world, invoice, 'void')
  change(world, null, subscription, () => {
    subscription.pending_update = null
  })
  emit(world, 'customer.subscription.pending_update_expired', subscription)
}

/** An update that waited for an invoice that is now void. */
export function dropPendingOf(world: World, invoice: Invoice): void {
  const subscription = subscriptionOf(world, invoice)
  if (subscription && idOf(subscription.latest_invoice) === invoice.id)
    expireUpdate(world, subscription)
}

/** A renewal or a change that was not paid. */
export function afterFailure(world: World, invoice: Invoice): void {
  const subscription = subscriptionOf(world, invoice)
  if (!subscription || subscription.status !== 'active') return
  if (invoice.billing_reason !== 'subscription_create' && !subscription.pending_update)
    setStatus(world, subscription, 'past_due')
}
