import { change, emit } from './events.ts'
import type { Actions } from './due.ts'
import { StripeError } from './errors.ts'
import { buildInvoice } from './invoices.ts'
import { plan } from './due.ts'
import { cycleDrafts, restarted } from './proration.ts'
import { collect, payInvoice } from './settlement.ts'
import { cancelNow, expireUpdate } from './subscription-state.ts'
import { endTrial, invoiceBasics, renew } from './subscriptions.ts'
import { HOUR, find, now, table, type World } from './world.ts'
import { idOf, type Invoice, type Subscription } from './wire.ts'
import { expireSession } from './checkout.ts'
import { nextPhase } from './schedules.ts'
import { finishRefund } from './refunds.ts'

const forSubscription =
  (act: (world: World, subscription: Subscription) => void) =>
  (world: World, id: string): void => {
    const subscription = table(world, 'subscription')[id]
    if (subscription) act(world, subscription)
  }

const forInvoice =
  (act: (world: World, invoice: Invoice) => void) =>
  (world: World, id: string): void => {
    const invoice = table(world, 'invoice')[id]
    if (invoice) act(world, invoice)
  }

/** What happens by itself, each at its own time. */
export const ACTIONS: Actions = {
  'finalize-invoice': forInvoice(finalize),
  'retry-invoice': forInvoice((world, invoice) => {
    if (invoice.status === 'open') payInvoice(world, invoice, { offSession: true })
  }),
  renew: forSubscription(renew),
  'end-trial': forSubscription(endTrial),
  'announce-trial-end': forSubscription((world, subscription) => {
    if (subscription.status === 'trialing')
      emit(world, 'customer.subscription.trial_will_end', subscription)
  }),
  'announce-renewal': forSubscription(announceRenewal),
  'expire-incomplete': forSubscription((world, subscription) => {
    if (subscription.status !== 'incomplete') return
    change(world, 'customer.subscription.updated', subscription, () => {
      subscription.status = 'incomplete_expired'
      subscription.ended_at = now(world)
    })
  }),
  cancel: forSubscription((world, subscription) => cancelNow(world, subscription, {})),
  'expire-update': forSubscription(expireUpdate),
  'expire-session': expireSession,
  'next-phase': nextPhase,
  'finish-refund': finishRefund,
}

function finalize(world: World, invoice: Invoice): void {
  if (invoice.status !== 'draft') return
  try {
    collect(world, invoice, { offSession: true })
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    change(world, null, invoice, () => {
      invoice.last_finalization_error = {
        type: 'invalid_request_error',
        code: 'customer_tax_location_invalid',
        message: error.message,
      }
      invoice.automatic_tax.status = 'requires_location_inputs'
    })
    plan(world, 'finalize-invoice', invoice.id, now(world) + HOUR, idOf(invoice.customer))
    emit(world, 'invoice.finalization_failed', invoice)
  }
}

/** An invoice that does not exist yet: without an id. */
function announceRenewal(world: World, subscription: Subscription): void {
  const customer = find(world, 'customer', idOf(subscription.customer))
  const items = subscription.items.data.map((item) =>
    restarted(item, item.current_period_end, subscription.billing_cycle_anchor),
  )
  const drafts = cycleDrafts(world, subscription, items)
  const fields = {
    ...invoiceBasics(world, subscription, drafts),
    billing_reason: 'upcoming' as const,
  }
  const { id: _, ...upcoming } = buildInvoice(world, customer, drafts, fields)
  emit(world, 'invoice.upcoming', upcoming)
}
