import { emit } from './events.ts'
import type { Draft } from './lines.ts'
import { all, newId, now, store, type World } from './world.ts'
import { blank, idOf, type InvoiceItem, type SubscriptionItem, type TaxRate } from './wire.ts'

/** Pending unless it names an invoice. */
export function newInvoiceItem(
  world: World,
  customer: string,
  draft: Draft,
  invoice: string | null,
): InvoiceItem {
  const { subscription, subscriptionItem, price, credits } = draft
  const item = store(world, 'invoiceitem', {
    id: newId('ii'),
    object: 'invoiceitem',
    amount: draft.amount,
    currency: draft.currency,
    customer,
    customer_account: null,
    date: now(world),
    description: draft.description,
    discountable: !draft.isNet,
    discounts: [...(draft.discounts ?? [])],
    invoice,
    livemode: false,
    metadata: draft.metadata ?? {},
    net_amount: draft.amount,
    parent:
      subscription === undefined
        ? null
        : {
            type: 'subscription_details',
            subscription_details: {
              subscription,
              ...(subscriptionItem !== undefined && { subscription_item: subscriptionItem }),
            },
          },
    period: draft.period,
    pricing: {
      type: 'price_details',
      unit_amount_decimal: draft.unitAmount,
      ...(price && { price_details: { price: price.id, product: idOf(price.product) } }),
    },
    proration: draft.isProration,
    ...(credits && {
      proration_details: {
        credited_items: { type: 'invoice_line_items', invoice_line_item_details: credits },
        discount_amounts: [],
      },
    }),
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    tax_rates: [...draft.taxRates],
    ...blank('test_clock'),
  })
  emit(world, 'invoiceitem.created', item)
  return item
}

export function draftOfItem(item: InvoiceItem): Draft {
  const details = item.parent?.subscription_details
  return {
    amount: item.amount,
    currency: item.currency,
    description: item.description ?? '',
    period: item.period,
    quantity: item.quantity,
    unitAmount: item.pricing?.unit_amount_decimal ?? null,
    ...(details && { subscription: details.subscription }),
    ...(details?.subscription_item !== undefined && {
      subscriptionItem: details.subscription_item,
    }),
    invoiceItem: item.id,
    isProration: item.proration,
    isNet: !item.discountable,
    taxRates: item.tax_rates ?? [],
    discounts: (item.discounts ?? []).map(idOf),
    metadata: item.metadata ?? {},
  }
}

/** Of a customer, for one subscription or for none. */
export function pendingItems(
  world: World,
  customer: string,
  subscription: string | null,
  currency: string,
): InvoiceItem[] {
  return all(world, 'invoiceitem')
    .filter(
      (item) =>
        item.invoice === null &&
        item.customer === customer &&
        item.currency === currency &&
        (item.parent?.subscription_details?.subscription ?? null) === subscription,
    )
    .toReversed()
}

export function taxRatesOf(item: SubscriptionItem): TaxRate[] {
  return item.tax_rates ?? []
}
