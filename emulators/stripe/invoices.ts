import { newDiscounts, type DiscountInput } from './discounts.ts'
import { moveBalance, taxIdsOf } from './customers.ts'
import { invalid, StripeError } from './errors.ts'
import { change, emit } from './events.ts'
import { cancelIntent, newIntent } from './intents.ts'
import { newLine, type Draft } from './lines.ts'
import { plan } from './due.ts'
import { automaticRate } from './tax.ts'
import { computeTotals } from './totals.ts'
import { all, DAY, find, HOUR, newId, now, store, table, type World } from './world.ts'
import {
  blank,
  idOf,
  listOf,
  type Customer,
  type Invoice,
  type InvoicePayment,
  type PaymentIntent,
} from './wire.ts'

export interface InvoiceFields extends Partial<Invoice> {
  currency: string
  billing_reason: NonNullable<Invoice['billing_reason']>
}

/** Not stored: previews are made from it too. */
export function buildInvoice(
  world: World,
  customer: Customer,
  drafts: readonly Draft[],
  fields: InvoiceFields,
): Invoice {
  const id = fields.id ?? newId('in')
  const created = now(world)
  const { settings } = world
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: settings.accountCountry,
    account_name: settings.accountName,
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: {
      enabled: false,
      ...blank('disabled_reason', 'liability', 'provider', 'status'),
    },
    collection_method: 'charge_automatically',
    created,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: taxIdsOf(world, customer.id).map(({ type, value }) => ({ type, value })),
    default_tax_rates: [],
    discounts: [],
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    lines: listOf([], `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    payment_settings: blank('default_mandate', 'payment_method_options', 'payment_method_types'),
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: blank('finalized_at', 'marked_uncollectible_at', 'paid_at', 'voided_at'),
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: idOf(customer.test_clock) || null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    ...blank('application', 'automatically_finalizes_at', 'custom_fields', 'customer_account'),
    ...blank(
      'customer_shipping',
      'default_payment_method',
      'default_source',
      'description',
      'due_date',
    ),
    ...blank('effective_at', 'ending_balance', 'footer', 'from_invoice', 'last_finalization_error'),
    ...blank('latest_revision', 'next_payment_attempt', 'number', 'on_behalf_of', 'parent'),
    ...blank(
      'receipt_number',
      'rendering',
      'shipping_cost',
      'shipping_details',
      'statement_descriptor',
    ),
    ...blank('webhooks_delivered_at', 'confirmation_secret'),
    ...fields,
  }
  invoice.lines.data = drafts.map((draft) => newLine(id, draft))
  computeTotals(world, invoice)
  return invoice
}

export function draftInvoice(
  world: World,
  customer: Customer,
  drafts: readonly Draft[],
  fields: InvoiceFields,
): Invoice {
  const invoice = store(world, 'invoice', buildInvoice(world, customer, drafts, fields))
  customer.currency ??= invoice.currency
  if (invoice.auto_advance) {
    invoice.automatically_finalizes_at = now(world) + HOUR
    plan(world, 'finalize-invoice', invoice.id, invoice.automatically_finalizes_at, customer.id)
  }
  emit(world, 'invoice.created', invoice)
  return invoice
}

export function discountInvoice(
  world: World,
  invoice: Invoice,
  requested: '' | readonly DiscountInput[] | undefined,
): void {
  if (requested === undefined) return
  const owner = { customer: idOf(invoice.customer), invoice: invoice.id }
  invoice.discounts = newDiscounts(world, requested, owner)
}

/** Open, with a number, its papers and, where money is due, a payment. */
export function finalizeInvoice(world: World, invoice: Invoice): void {
  requireStatus(invoice, 'draft')
  computeTotals(world, invoice)
  const customer = find(world, 'customer', idOf(invoice.customer))
  // Refuses a customer without an address.
  if (invoice.automatic_tax.enabled) automaticRate(world, customer)
  plan(world, 'finalize-invoice', invoice.id, null, null)
  const at = now(world)
  world.state.invoiceNumber += 1
  change(world, null, invoice, () => {
    invoice.status = 'open'
    invoice.number = `FB-${String(world.state.invoiceNumber).padStart(4, '0')}`
    invoice.effective_at = at
    invoice.automatically_finalizes_at = null
    invoice.status_transitions.finalized_at = at
    invoice.hosted_invoice_url = `${world.url()}/i/${invoice.id}`
    invoice.invoice_pdf = `${world.url()}/i/${invoice.id}/pdf`
    if (invoice.collection_method === 'send_invoice') invoice.due_date ??= at + 30 * DAY
    if (invoice.auto_advance) invoice.next_payment_attempt = at
  })
  settleBalance(world, invoice, customer)
  if (invoice.amount_due > 0) requestPayment(world, invoice)
  emit(world, 'invoice.finalized', invoice)
}

/** Credit that pays for the invoice, or that a negative total leaves behind. */
function settleBalance(world: World, invoice: Invoice, customer: Customer): void {
  const { total, amount_due: due, currency } = invoice
  const moved = total - due
  invoice.ending_balance = customer.balance + moved
  if (moved !== 0)
    moveBalance(world, customer, moved, {
      type: 'applied_to_invoice',
      invoice: invoice.id,
      currency,
    })
}

function requestPayment(world: World, invoice: Invoice): void {
  const intent = newIntent(world, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description: invoice.description ?? `Payment for Invoice ${invoice.number}`,
    setup_future_usage: invoice.parent?.subscription_details ? 'off_session' : null,
  })
  invoice.confirmation_secret = {
    type: 'payment_intent',
    client_secret: intent.client_secret ?? '',
  }
  store(world, 'invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now(world),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
}

export function paymentOf(world: World, invoiceId: string): InvoicePayment | undefined {
  return Object.values(table(world, 'invoice_payment')).find(({ invoice }) => invoice === invoiceId)
}

export function intentOf(world: World, invoiceId: string): PaymentIntent | undefined {
  const id = idOf(paymentOf(world, invoiceId)?.payment.payment_intent)
  return table(world, 'payment_intent')[id]
}

export function invoiceOfIntent(world: World, intentId: string): Invoice | undefined {
  const payment = Object.values(table(world, 'invoice_payment')).find(
    (each) => idOf(each.payment.payment_intent) === intentId,
  )
  return payment && table(world, 'invoice')[idOf(payment.invoice)]
}

/** By its payment, from credit, or outside Stripe. */
export function markPaid(world: World, invoice: Invoice): void {
  const at = now(world)
  const payment = paymentOf(world, invoice.id)
  const isPaidByIntent = intentOf(world, invoice.id)?.status === 'succeeded'
  if (payment && isPaidByIntent) {
    payment.status = 'paid'
    payment.amount_paid = payment.amount_requested
    payment.status_transitions.paid_at = at
  }
  plan(world, 'retry-invoice', invoice.id, null, null)
  change(world, 'invoice.updated', invoice, () => {
    invoice.status = 'paid'
    invoice.attempted = true
    invoice.amount_paid = invoice.amount_due
    invoice.amount_remaining = 0
    invoice.next_payment_attempt = null
    invoice.status_transitions.paid_at = at
    if (isPaidByIntent) invoice.attempt_count += 1
  })
  if (payment && isPaidByIntent) emit(world, 'invoice_payment.paid', payment)
  emit(world, 'invoice.paid', invoice)
  emit(world, 'invoice.payment_succeeded', invoice)
}

export function closeInvoice(
  world: World,
  invoice: Invoice,
  status: 'void' | 'uncollectible',
): void {
  requireStatus(invoice, 'open', 'uncollectible')
  const intent = intentOf(world, invoice.id)
  if (intent && status === 'void' && intent.status !== 'canceled')
    cancelIntent(world, intent, 'void_invoice')
  plan(world, 'retry-invoice', invoice.id, null, null)
  const customer = find(world, 'customer', idOf(invoice.customer))
  const used = invoice.total - invoice.amount_due
  if (status === 'void' && used !== 0)
    moveBalance(world, customer, -used, {
      type: 'adjustment',
      invoice: invoice.id,
      currency: invoice.currency,
    })
  change(world, 'invoice.updated', invoice, () => {
    invoice.status = status
    invoice.next_payment_attempt = null
    invoice.auto_advance = false
    const key = status === 'void' ? 'voided_at' : 'marked_uncollectible_at'
    invoice.status_transitions[key] = now(world)
    if (status === 'void') invoice.amount_remaining = invoice.amount_due
  })
  emit(world, status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', invoice)
}

export function requireStatus(invoice: Invoice, ...allowed: Invoice['status'][]): void {
  if (allowed.includes(invoice.status)) return
  const message = `This invoice is ${invoice.status}: it must be ${allowed.join(' or ')}.`
  throw allowed.includes('draft')
    ? invalid(message, 'invoice_not_editable')
    : new StripeError(400, message)
}

export function invoicesOf(world: World, subscriptionId: string): Invoice[] {
  return all(world, 'invoice').filter(
    ({ parent }) => idOf(parent?.subscription_details?.subscription) === subscriptionId,
  )
}
