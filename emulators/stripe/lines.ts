import { newId } from './world.ts'
import { idOf, type Line, type Price, type TaxRate } from './wire.ts'

/** What is charged, before discounts and taxes. */
export interface Draft {
  amount: number
  currency: string
  description: string
  period: { start: number; end: number }
  quantity: number
  price?: Price
  unitAmount: string | null
  subscription?: string
  subscriptionItem?: string
  invoiceItem?: string
  isProration: boolean
  /** A discount must not take from it once more. */
  isNet: boolean
  credits?: { invoice: string; invoice_line_items: string[] }
  taxRates: readonly TaxRate[]
  discounts?: readonly string[]
  metadata?: Record<string, string>
}

export function newLine(invoiceId: string, draft: Draft): Line {
  const { price, subscription = null, subscriptionItem, invoiceItem = null, isProration } = draft
  const proration_details = { credited_items: draft.credits ?? null }
  return {
    id: newId('il'),
    object: 'line_item',
    amount: draft.amount,
    currency: draft.currency,
    description: draft.description,
    discount_amounts: [],
    discountable: !draft.isNet,
    discounts: [...(draft.discounts ?? [])],
    invoice: invoiceId,
    livemode: false,
    metadata: draft.metadata ?? {},
    parent:
      subscriptionItem === undefined
        ? {
            type: 'invoice_item_details',
            invoice_item_details: {
              invoice_item: invoiceItem ?? '',
              proration: isProration,
              proration_details,
              subscription,
            },
            subscription_item_details: null,
          }
        : {
            type: 'subscription_item_details',
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: invoiceItem,
              proration: isProration,
              proration_details,
              subscription,
              subscription_item: subscriptionItem,
            },
          },
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      unit_amount_decimal: draft.unitAmount,
      ...(price && { price_details: { price: price.id, product: idOf(price.product) } }),
    },
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    subscription,
    subtotal: draft.amount,
    taxes: draft.taxRates.map((rate) => ({
      amount: 0,
      tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: 'standard_rated',
      taxable_amount: null,
      type: 'tax_rate_details',
    })),
  }
}

export function isProration({ parent }: Line): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details
  return details?.proration === true
}
