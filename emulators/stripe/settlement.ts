import { errorOfIntent, confirmIntent, type Confirmation } from './intents.ts'
import { StripeError } from './errors.ts'
import { change, emit } from './events.ts'
import { plan } from './due.ts'
import { finalizeInvoice, intentOf, invoiceOfIntent, markPaid } from './invoices.ts'
import {
  afterFailure,
  afterPaid,
  cancelNow,
  setStatus,
  subscriptionOf,
} from './subscription-state.ts'
import { DAY, now, table, type World } from './world.ts'
import { idOf, type Invoice, type PaymentIntent } from './wire.ts'

interface Payment extends Confirmation {
  method?: string | undefined
}

/** Finalizes and, unless `how` is null, asks the card. */
export function collect(world: World, invoice: Invoice, how: Payment | null): void {
  if (invoice.status === 'draft') finalizeInvoice(world, invoice)
  if (invoice.amount_due === 0) paid(world, invoice)
  else if (how && invoice.collection_method === 'charge_automatically')
    payInvoice(world, invoice, how)
}

/** Tries the chosen card, or the first of the subscription's and the customer's. */
export function payInvoice(world: World, invoice: Invoice, how: Payment): void {
  const intent = intentOf(world, invoice.id)
  if (!intent || intent.status === 'succeeded') return
  const methodId = how.method ?? methodFor(world, invoice)
  if (methodId === '') {
    failed(world, invoice, false)
    return
  }
  if (intent.status === 'requires_action') intent.status = 'requires_payment_method'
  intent.payment_method = methodId
  confirmIntent(world, intent, how)
  settleIntent(world, intent)
}

export function methodFor(world: World, invoice: Invoice): string {
  const subscription = subscriptionOf(world, invoice)
  const customer = table(world, 'customer')[idOf(invoice.customer)]
  return (
    idOf(invoice.default_payment_method) ||
    idOf(subscription?.default_payment_method) ||
    idOf(customer?.invoice_settings.default_payment_method)
  )
}

/** After each attempt, by a server or a browser. */
export function settleIntent(world: World, intent: PaymentIntent): void {
  const invoice = invoiceOfIntent(world, intent.id)
  if (!invoice) return
  if (intent.status === 'succeeded') {
    const subscription = subscriptionOf(world, invoice)
    if (subscription?.payment_settings?.save_default_payment_method === 'on_subscription')
      subscription.default_payment_method = intent.payment_method
    paid(world, invoice)
  } else if (intent.status === 'requires_action') {
    emit(world, 'invoice.payment_action_required', invoice)
    if (invoice.billing_reason === 'subscription_update') afterFailure(world, invoice)
  } else if (intent.status === 'requires_payment_method') failed(world, invoice, true)
}

export function paid(world: World, invoice: Invoice): void {
  markPaid(world, invoice)
  afterPaid(world, invoice)
}

function failed(world: World, invoice: Invoice, wasTried: boolean): void {
  const { retryDays } = world.settings
  const isAutomatic = invoice.auto_advance === true
  const first = invoice.status_transitions.finalized_at ?? now(world)
  change(world, 'invoice.updated', invoice, () => {
    invoice.attempted = true
    invoice.attempt_count += 1
    const days = retryDays[invoice.attempt_count - 1]
    invoice.next_payment_attempt = isAutomatic && days !== undefined ? first + days * DAY : null
  })
  plan(world, 'retry-invoice', invoice.id, invoice.next_payment_attempt, idOf(invoice.customer))
  emit(world, 'invoice.payment_failed', invoice)
  const needsOwner =
    intentOf(world, invoice.id)?.last_payment_error?.code === 'authentication_required'
  if (wasTried && needsOwner) emit(world, 'invoice.payment_action_required', invoice)
  afterFailure(world, invoice)
  const isLast = isAutomatic && invoice.attempt_count > retryDays.length
  if (isLast) giveUp(world, invoice)
}

function giveUp(world: World, invoice: Invoice): void {
  const subscription = subscriptionOf(world, invoice)
  if (!subscription || subscription.status !== 'past_due') return
  const { afterRetries } = world.settings
  if (afterRetries === 'cancel') cancelNow(world, subscription, { reason: 'payment_failed' })
  else if (afterRetries === 'unpaid') setStatus(world, subscription, 'unpaid')
}

/** For a request that waits for the outcome. */
export function requirePaid(world: World, invoice: Invoice): void {
  if (invoice.status === 'paid') return
  const intent = intentOf(world, invoice.id)
  if (intent?.status === 'requires_action')
    throw new StripeError(
      402,
      'This payment requires additional user action before it can be completed successfully.',
      {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        payment_intent: intent,
      },
    )
  if (intent?.last_payment_error) throw errorOfIntent(intent)
  throw new StripeError(
    400,
    'There is no `default_payment_method` set on this Customer or Invoice.',
    {
      code: 'invoice_no_payment_method_types',
    },
  )
}
