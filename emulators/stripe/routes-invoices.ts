import type Stripe from 'stripe'
import { z } from 'zod'
import type { Router } from './call.ts'
import { invalid, missing } from './errors.ts'
import { change, emit } from './events.ts'
import { draftOfItem, pendingItems } from './invoice-items.ts'
import {
  closeInvoice,
  discountInvoice,
  draftInvoice,
  finalizeInvoice,
  requireStatus,
} from './invoices.ts'
import { newLine } from './lines.ts'
import { page, within } from './lists.ts'
import { mergeMetadata, orNull } from './metadata.ts'
import { methodOf } from './methods.ts'
import { accepts, flag, int, metadata, paging, range, text, texts } from './params.ts'
import { previewInvoice } from './preview.ts'
import { anchor, discountInputs, itemChange, prorations, trialEnd } from './routes-subscriptions.ts'
import { live } from './routes-customers.ts'
import { paid, payInvoice, requirePaid } from './settlement.ts'
import { dropPendingOf } from './subscription-state.ts'
import { ratesOf } from './subscriptions.ts'
import { trialEndOf } from './subscription-create.ts'
import { computeTotals } from './totals.ts'
import { all, atTimeOf, find, table, type World } from './world.ts'
import { blank, idOf, type Invoice } from './wire.ts'

const customFields = z.union([
  z.literal('').transform(() => null),
  z.array(z.strictObject({ name: text, value: text })),
])
const automaticTax = z.strictObject({ enabled: flag })
const fields = {
  auto_advance: flag,
  automatic_tax: automaticTax,
  collection_method: z.enum(['charge_automatically', 'send_invoice']),
  custom_fields: customFields,
  days_until_due: int,
  default_payment_method: text,
  default_tax_rates: texts,
  description: text,
  discounts: discountInputs,
  due_date: int,
  footer: text,
  metadata,
}

export function invoiceRoutes(on: Router): void {
  on(
    'POST',
    '/v1/invoices',
    accepts<Stripe.InvoiceCreateParams>()(
      { customer: text },
      { ...fields, currency: text, pending_invoice_items_behavior: z.enum(['exclude', 'include']) },
    ),
    ({ world, params }) => atTimeOf(world, params.customer, () => createInvoice(world, params)),
  )
  on(
    'POST',
    '/v1/invoices/create_preview',
    accepts<Stripe.InvoiceCreatePreviewParams>()(
      {},
      {
        customer: text,
        subscription: text,
        currency: text,
        discounts: discountInputs,
        automatic_tax: automaticTax,
        subscription_details: z.strictObject({
          items: z.array(itemChange).optional(),
          proration_behavior: prorations.optional(),
          proration_date: int.optional(),
          billing_cycle_anchor: anchor.optional(),
          trial_end: trialEnd.optional(),
          default_tax_rates: texts.optional(),
        }),
      },
    ),
    ({ world, params }) => {
      const { subscription_details: details = {}, subscription } = params
      const customer =
        subscription === undefined
          ? params.customer
          : idOf(find(world, 'subscription', subscription, 'subscription').customer)
      const end = details.trial_end
      return atTimeOf(world, customer ?? '', () =>
        previewInvoice(world, {
          customer,
          subscription,
          discounts: params.discounts,
          automatic_tax: params.automatic_tax,
          default_tax_rates: details.default_tax_rates,
          trialEnd: subscription === undefined ? trialEndOf(world, end, undefined) : null,
          change: {
            items: details.items,
            proration_behavior: details.proration_behavior,
            proration_date: details.proration_date,
            anchorNow: details.billing_cycle_anchor?.type === 'now',
            endsTrial: end === 'now',
          },
        }),
      )
    },
  )
  on('GET', '/v1/invoices/:id', accepts<Stripe.InvoiceRetrieveParams>()({}, {}), ({ world, id }) =>
    find(world, 'invoice', id),
  )
  on(
    'POST',
    '/v1/invoices/:id',
    accepts<Stripe.InvoiceUpdateParams>()({}, fields),
    ({ world, id, params }) => {
      const invoice = find(world, 'invoice', id)
      change(world, 'invoice.updated', invoice, () => updateInvoice(world, invoice, params))
      return invoice
    },
  )
  on(
    'DELETE',
    '/v1/invoices/:id',
    accepts<Stripe.InvoiceDeleteParams>()({}, {}),
    ({ world, id }) => {
      const invoice = find(world, 'invoice', id)
      requireStatus(invoice, 'draft')
      delete table(world, 'invoice')[id]
      emit(world, 'invoice.deleted', invoice)
      return { id, object: 'invoice', deleted: true }
    },
  )
  on(
    'GET',
    '/v1/invoices',
    accepts<Stripe.InvoiceListParams>()(
      {},
      { ...paging, customer: text, subscription: text, status: text, created: range },
    ),
    ({ world, params }) => {
      const { customer, subscription, status, created } = params
      const rows = all(world, 'invoice').filter(
        (invoice) =>
          (customer === undefined || invoice.customer === customer) &&
          (subscription === undefined ||
            invoice.parent?.subscription_details?.subscription === subscription) &&
          (status === undefined || invoice.status === status) &&
          within(invoice.created, created),
      )
      return page(rows, params, '/v1/invoices')
    },
  )
  on(
    'GET',
    '/v1/invoices/:id/lines',
    accepts<Stripe.InvoiceListLineItemsParams>()({}, paging),
    ({ world, id, params }) =>
      page(find(world, 'invoice', id).lines.data, params, `/v1/invoices/${id}/lines`),
  )
}

export function invoiceActionRoutes(on: Router): void {
  on(
    'POST',
    '/v1/invoices/:id/finalize',
    accepts<Stripe.InvoiceFinalizeInvoiceParams>()({}, { auto_advance: flag }),
    ({ world, id, params }) => {
      const invoice = find(world, 'invoice', id)
      if (params.auto_advance !== undefined) invoice.auto_advance = params.auto_advance
      atTimeOf(world, idOf(invoice.customer), () => {
        finalizeInvoice(world, invoice)
        if (invoice.amount_due === 0) paid(world, invoice)
      })
      return invoice
    },
  )
  on(
    'POST',
    '/v1/invoices/:id/pay',
    accepts<Stripe.InvoicePayParams>()(
      {},
      { payment_method: text, off_session: flag, paid_out_of_band: flag, forgive: flag },
    ),
    ({ world, id, params }) => {
      const invoice = find(world, 'invoice', id)
      return atTimeOf(world, idOf(invoice.customer), () => pay(world, invoice, params))
    },
  )
  for (const [verb, status] of [
    ['void', 'void'],
    ['mark_uncollectible', 'uncollectible'],
  ] as const)
    on('POST', `/v1/invoices/:id/${verb}`, accepts<object>()({}, {}), ({ world, id }) => {
      const invoice = find(world, 'invoice', id)
      atTimeOf(world, idOf(invoice.customer), () => {
        closeInvoice(world, invoice, status)
        if (status === 'void') dropPendingOf(world, invoice)
      })
      return invoice
    })
  on(
    'GET',
    '/v1/invoice_payments',
    accepts<Stripe.InvoicePaymentListParams>()(
      {},
      {
        ...paging,
        invoice: text,
        status: text,
        payment: z.strictObject({
          type: z.literal('payment_intent'),
          payment_intent: text.optional(),
        }),
      },
    ),
    ({ world, params }) => {
      const { invoice, payment, status } = params
      const rows = all(world, 'invoice_payment').filter(
        (each) =>
          (invoice === undefined || each.invoice === invoice) &&
          (status === undefined || each.status === status) &&
          (payment?.payment_intent === undefined ||
            each.payment.payment_intent === payment.payment_intent),
      )
      return page(rows, params, '/v1/invoice_payments')
    },
  )
  on(
    'GET',
    '/v1/invoice_payments/:id',
    accepts<Stripe.InvoicePaymentRetrieveParams>()({}, {}),
    ({ world, id }) => find(world, 'invoice_payment', id),
  )
}

type Input = Partial<{ [K in keyof typeof fields]: z.output<(typeof fields)[K]> | undefined }>

function createInvoice(
  world: World,
  params: Input & {
    customer: string
    currency?: string | undefined
    pending_invoice_items_behavior?: 'exclude' | 'include' | undefined
  },
): Invoice {
  const customer = live(world, params.customer)
  const currency = params.currency ?? customer.currency ?? 'aud'
  const pending =
    params.pending_invoice_items_behavior === 'include'
      ? pendingItems(world, customer.id, null, currency)
      : []
  const invoice = draftInvoice(world, customer, pending.map(draftOfItem), {
    currency,
    billing_reason: 'manual',
    auto_advance: params.auto_advance ?? false,
    parent: null,
  })
  for (const item of pending) item.invoice = invoice.id
  updateInvoice(world, invoice, params)
  return invoice
}

function updateInvoice(world: World, invoice: Invoice, input: Input): void {
  if (Object.keys(input).some((name) => !['expand', 'metadata', 'auto_advance'].includes(name)))
    requireStatus(invoice, 'draft')
  invoice.metadata = mergeMetadata(invoice.metadata, input.metadata)
  if (input.auto_advance !== undefined) invoice.auto_advance = input.auto_advance
  if (invoice.status !== 'draft') return
  discountInvoice(world, invoice, input.discounts)
  if (input.automatic_tax)
    invoice.automatic_tax = {
      enabled: input.automatic_tax.enabled,
      liability: { type: 'self' },
      ...blank('disabled_reason', 'provider', 'status'),
    }
  if (input.collection_method) invoice.collection_method = input.collection_method
  if (input.custom_fields !== undefined) invoice.custom_fields = input.custom_fields
  if (input.default_payment_method !== undefined)
    invoice.default_payment_method = orNull(input.default_payment_method)
  if (input.default_tax_rates) invoice.default_tax_rates = ratesOf(world, input.default_tax_rates)
  if (input.description !== undefined) invoice.description = orNull(input.description)
  if (input.due_date !== undefined) invoice.due_date = input.due_date
  if (input.days_until_due !== undefined)
    invoice.due_date = invoice.created + input.days_until_due * 86_400
  if (input.footer !== undefined) invoice.footer = orNull(input.footer)
  computeTotals(world, invoice)
}

function pay(
  world: World,
  invoice: Invoice,
  params: {
    payment_method?: string | undefined
    off_session?: boolean | undefined
    paid_out_of_band?: boolean | undefined
  },
): Invoice {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', 'invoice_already_paid')
  if (invoice.status === 'draft') finalizeInvoice(world, invoice)
  requireStatus(invoice, 'open', 'uncollectible')
  if (params.paid_out_of_band || invoice.amount_due === 0) paid(world, invoice)
  else {
    const method =
      params.payment_method === undefined ? undefined : methodOf(world, params.payment_method).id
    payInvoice(world, invoice, { method, offSession: params.off_session ?? true })
  }
  requirePaid(world, invoice)
  return invoice
}

export function addLine(
  world: World,
  invoiceId: string,
  draft: Parameters<typeof newLine>[1],
): void {
  const invoice = table(world, 'invoice')[invoiceId]
  if (!invoice) throw missing('invoice', invoiceId, 'invoice')
  requireStatus(invoice, 'draft')
  change(world, 'invoice.updated', invoice, () => {
    invoice.lines.data.push(newLine(invoiceId, draft))
    computeTotals(world, invoice)
  })
}
