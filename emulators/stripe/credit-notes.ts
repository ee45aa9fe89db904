import { roundHalfUp } from './catalog.ts'
import { moveBalance } from './customers.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { intentOf, requireStatus } from './invoices.ts'
import { newRefund } from './refunds.ts'
import { all, find, newId, now, store, table, type World } from './world.ts'
import { blank, idOf, listOf, type CreditNote, type Invoice } from './wire.ts'

interface NoteInput {
  /** With tax. */
  amount?: number | undefined
  lines?:
    | readonly {
        invoice_line_item: string
        quantity?: number | undefined
        amount?: number | undefined
      }[]
    | undefined
  refund_amount?: number | undefined
  credit_amount?: number | undefined
  out_of_band_amount?: number | undefined
  reason?: CreditNote['reason'] | undefined
  memo?: string | undefined
  metadata?: Record<string, string> | undefined
}

/** Takes from what is open, or gives back what was paid: to the card, as credit, or outside Stripe. */
export function newCreditNote(world: World, invoice: Invoice, input: NoteInput): CreditNote {
  requireStatus(invoice, 'open', 'paid')
  const id = newId('cn')
  const lines = linesOf(invoice, input)
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const taxes = taxesOf(invoice, lines)
  const total =
    subtotal +
    taxes.reduce((sum, tax) => sum + (tax.tax_behavior === 'exclusive' ? tax.amount : 0), 0)
  const isPaid = invoice.status === 'paid'
  const {
    refund_amount: refunded = 0,
    credit_amount: credited = 0,
    out_of_band_amount: outside = 0,
  } = input
  const spent = notesOf(world, invoice.id).reduce((sum, note) => sum + note.total, 0)
  if (total > (isPaid ? invoice.total - spent : invoice.amount_remaining))
    throw invalid(
      'The credit note is larger than what is left of the invoice.',
      undefined,
      'amount',
    )
  if (isPaid && refunded + credited + outside !== total)
    throw invalid(
      'The sum of refund, credit and out of band amounts must equal the credit note amount.',
      undefined,
      'amount',
    )
  const charge = intentOf(world, invoice.id)?.latest_charge
  const paidBy =
    charge === undefined || charge === null ? undefined : table(world, 'charge')[idOf(charge)]
  const refund = refunded > 0 && paidBy ? newRefund(world, paidBy, { amount: refunded }) : null
  const customer = find(world, 'customer', idOf(invoice.customer))
  const balance =
    credited > 0
      ? moveBalance(world, customer, -credited, {
          type: 'credit_note',
          invoice: invoice.id,
          currency: invoice.currency,
        })
      : null
  const note = store(world, 'credit_note', {
    id,
    object: 'credit_note',
    amount: total,
    amount_shipping: 0,
    created: now(world),
    currency: invoice.currency,
    customer: customer.id,
    customer_balance_transaction: balance,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: now(world),
    invoice: invoice.id,
    lines: listOf(lines, `/v1/credit_notes/${id}/lines`),
    livemode: false,
    memo: input.memo ?? null,
    metadata: input.metadata ?? {},
    number: `${invoice.number}-CN-${notesOf(world, invoice.id).length + 1}`,
    pdf: `${world.url()}/i/${invoice.id}/pdf`,
    post_payment_amount: isPaid ? total : 0,
    pre_payment_amount: isPaid ? 0 : total,
    pretax_credit_amounts: [],
    reason: input.reason ?? null,
    refunds: refund
      ? [
          {
            amount_refunded: refunded,
            payment_record_refund: null,
            refund: refund.id,
            type: 'refund',
          },
        ]
      : [],
    status: 'issued',
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: subtotal,
    total_taxes: taxes,
    type: isPaid ? 'post_payment' : 'pre_payment',
    ...blank('customer_account', 'shipping_cost', 'voided_at'),
    out_of_band_amount: outside || null,
  })
  if (isPaid) invoice.post_payment_credit_notes_amount += total
  else {
    invoice.pre_payment_credit_notes_amount += total
    invoice.amount_due -= total
    invoice.amount_remaining -= total
    const intent = intentOf(world, invoice.id)
    if (intent) intent.amount = invoice.amount_due
  }
  emit(world, 'credit_note.created', note)
  return note
}

type NoteLine = CreditNote['lines']['data'][number]

function linesOf(invoice: Invoice, { lines, amount }: NoteInput): NoteLine[] {
  const all = invoice.lines.data
  const requested =
    lines ??
    all.map((line) => ({
      invoice_line_item: line.id,
      amount: share(invoice, line.amount, amount),
      quantity: undefined,
    }))
  return requested.map(({ invoice_line_item: lineId, quantity, amount: net }) => {
    const line = all.find(({ id }) => id === lineId)
    if (!line) throw invalid(`No such invoice line item: '${lineId}'`, 'resource_missing', 'lines')
    const part = quantity === undefined ? 1 : quantity / (line.quantity ?? 1)
    return {
      id: newId('cnli'),
      object: 'credit_note_line_item',
      amount: net ?? roundHalfUp(line.amount * part),
      description: line.description,
      discount_amount: 0,
      discount_amounts: [],
      invoice_line_item: line.id,
      livemode: false,
      metadata: {},
      pretax_credit_amounts: [],
      quantity: quantity ?? line.quantity,
      tax_rates: [],
      taxes: (line.taxes ?? []).map((tax) => ({ ...tax, amount: 0, taxable_amount: null })),
      type: 'invoice_line_item',
      unit_amount: null,
      unit_amount_decimal: line.pricing?.unit_amount_decimal ?? null,
    }
  })
}

// Of an amount with tax, the part of a line before tax.
function share(invoice: Invoice, line: number, amount: number | undefined): number {
  return amount === undefined ? line : roundHalfUp((line * amount) / invoice.total)
}

function taxesOf(invoice: Invoice, lines: NoteLine[]): NonNullable<CreditNote['total_taxes']> {
  const net = invoice.lines.data.reduce((sum, line) => sum + line.amount, 0)
  const credited = lines.reduce((sum, line) => sum + line.amount, 0)
  return (invoice.total_taxes ?? []).map((tax) => ({
    ...tax,
    amount: net === 0 ? 0 : roundHalfUp((tax.amount * credited) / net),
    taxable_amount: credited,
  }))
}

export function notesOf(world: World, invoiceId: string): CreditNote[] {
  return all(world, 'credit_note').filter(({ invoice }) => invoice === invoiceId)
}
