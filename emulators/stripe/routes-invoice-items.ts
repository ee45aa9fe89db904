import type Stripe from 'stripe'
import { z } from 'zod'
import type { Router } from './call.ts'
import { amountOf, roundHalfUp } from './catalog.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { draftOfItem, newInvoiceItem } from './invoice-items.ts'
import { requireStatus } from './invoices.ts'
import type { Draft } from './lines.ts'
import { page } from './lists.ts'
import { accepts, decimal, flag, int, paging, text, texts } from './params.ts'
import { nameOf } from './proration.ts'
import { addLine } from './routes-invoices.ts'
import { discountInputs } from './routes-subscriptions.ts'
import { newDiscounts } from './discounts.ts'
import { live } from './routes-customers.ts'
import { ratesOf } from './subscriptions.ts'
import { computeTotals } from './totals.ts'
import { all, atTimeOf, find, now, table, type World } from './world.ts'
import { idOf, type InvoiceItem } from './wire.ts'

const schema = accepts<Stripe.InvoiceItemCreateParams>()(
  { customer: text },
  {
    amount: int,
    currency: text,
    description: text,
    discountable: flag,
    discounts: discountInputs,
    invoice: text,
    metadata: z.record(text, text),
    period: z.strictObject({ start: int, end: int }),
    price_data: z.strictObject({
      currency: text,
      product: text,
      tax_behavior: text.optional(),
      unit_amount: int.optional(),
      unit_amount_decimal: decimal.optional(),
    }),
    pricing: z.strictObject({ price: text }),
    quantity: int,
    subscription: text,
    tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']),
    tax_rates: texts,
    unit_amount_decimal: decimal,
  },
)

type Input = z.output<typeof schema>

export function invoiceItemRoutes(on: Router): void {
  on('POST', '/v1/invoiceitems', schema, ({ world, params }) =>
    atTimeOf(world, params.customer, () => create(world, params)),
  )
  on(
    'GET',
    '/v1/invoiceitems/:id',
    accepts<Stripe.InvoiceItemRetrieveParams>()({}, {}),
    ({ world, id }) => find(world, 'invoiceitem', id),
  )
  on(
    'DELETE',
    '/v1/invoiceitems/:id',
    accepts<Stripe.InvoiceItemDeleteParams>()({}, {}),
    ({ world, id }) => {
      const item = find(world, 'invoiceitem', id)
      const invoice = table(world, 'invoice')[idOf(item.invoice)]
      if (invoice) {
        requireStatus(invoice, 'draft')
        invoice.lines.data = invoice.lines.data.filter(
          (line) => line.parent?.invoice_item_details?.invoice_item !== id,
        )
        computeTotals(world, invoice)
      }
      delete table(world, 'invoiceitem')[id]
      emit(world, 'invoiceitem.deleted', item)
      return { id, object: 'invoiceitem', deleted: true }
    },
  )
  on(
    'GET',
    '/v1/invoiceitems',
    accepts<Stripe.InvoiceItemListParams>()(
      {},
      { ...paging, customer: text, invoice: text, pending: flag },
    ),
    ({ world, params }) => {
      const { customer, invoice, pending } = params
      const rows = all(world, 'invoiceitem').filter(
        (item) =>
          (customer === undefined || item.customer === customer) &&
          (invoice === undefined || item.invoice === invoice) &&
          (pending === undefined || (item.invoice === null) === pending),
      )
      return page(rows, params, '/v1/invoiceitems')
    },
  )
}

function create(world: World, params: Input): InvoiceItem {
  const customer = live(world, params.customer)
  const invoice =
    params.invoice === undefined ? null : find(world, 'invoice', params.invoice, 'invoice')
  const draft = draftOf(world, params, customer.currency ?? 'aud')
  if (invoice) {
    requireStatus(invoice, 'draft')
    if (invoice.currency !== draft.currency)
      throw invalid(
        'The currency of the invoice item must match the invoice.',
        undefined,
        'currency',
      )
  }
  const item = newInvoiceItem(world, customer.id, draft, invoice?.id ?? null)
  if (invoice)
    addLine(world, invoice.id, { ...draftOfItem(item), ...(draft.price && { price: draft.price }) })
  return item
}

function draftOf(world: World, params: Input, fallback: string): Draft {
  const { amount, quantity = 1, unit_amount_decimal: exact, price_data: inline, pricing } = params
  const price = pricing && find(world, 'price', pricing.price, 'pricing[price]')
  if (inline) find(world, 'product', inline.product, 'price_data[product]')
  const unit =
    exact ??
    inline?.unit_amount_decimal ??
    (inline?.unit_amount === undefined ? undefined : String(inline.unit_amount))
  if (amount === undefined && unit === undefined && !price)
    throw invalid('Missing required param: amount.', 'parameter_missing', 'amount')
  const at = now(world)
  const discounts = newDiscounts(world, params.discounts, { customer: params.customer })
  return {
    amount: price ? amountOf(price, quantity) : (amount ?? roundHalfUp(Number(unit) * quantity)),
    currency: price?.currency ?? inline?.currency ?? params.currency ?? fallback,
    description: params.description ?? (price ? nameOf(world, price) : ''),
    period: params.period ?? { start: at, end: at },
    quantity,
    ...(price && { price }),
    unitAmount: price?.unit_amount_decimal ?? unit ?? String(amount),
    ...(params.subscription !== undefined && { subscription: params.subscription }),
    isProration: false,
    isNet: params.discountable === false,
    taxRates: ratesOf(world, params.tax_rates),
    discounts,
    metadata: params.metadata ?? {},
  }
}
