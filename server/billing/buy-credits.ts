import * as z from 'zod/mini'
import { tierOf, type AddonPlan } from '../../contract/money/billing.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { Identified, type InvoiceToPay } from './answers.ts'
import { addonLookupKey } from './catalog.ts'
import { ensureCustomer } from './customer-id.ts'
import { invalid, stripeKey, type BillingParts } from './parts.ts'
import { payWithCard, readInvoice } from './pay-invoice.ts'
import { readMethod } from './payment-method.ts'
import { stripePriceId } from './prices.ts'
import { readTax, taxInvoice, taxParameters } from './tax.ts'
import type { BillingCountry } from '../../contract/money/plans.ts'

export type Purchase = {
  totalCredits: number
  amount: number
  pricePerCredit: number
  priceId: string
}

/** Throws `invalid-input` or `amount-mismatch`, with what it costs, if it is not what the price list says. */
export const checkPurchase = (plan: AddonPlan, purchase: Purchase): void => {
  if (purchase.priceId !== plan.stripe_price_id)
    throw invalid('/priceId', 'These credits are priced for another country.')
  const price = tierOf(plan.tiers, purchase.totalCredits)?.price_per_credit
  if (price === undefined) throw invalid('/totalCredits', 'That’s fewer credits than we sell.')
  const amount = purchase.totalCredits * price
  const errors = [
    ...(purchase.pricePerCredit === price ? [] : ['/pricePerCredit']),
    ...(purchase.amount === amount ? [] : ['/amount']),
  ].map((pointer) => ({ pointer, code: 'custom', detail: 'This isn’t the current price.' }))
  if (errors.length > 0)
    throw new ProblemError('amount-mismatch', 'The price has changed. Check it and try again.', {
      errors,
      more: { amount, pricePerCredit: price },
    })
}

/**
 * An invoice for the credits, charged to the card on file if `useCard`. Nothing is granted here: the provider's `invoice.paid`
 * does. Pressing twice makes one invoice.
 */
export const buyCredits = async (
  parts: BillingParts,
  context: Pick<Context, 'orgId' | 'userId' | 'key' | 'inOrg'>,
  order: {
    plan: AddonPlan
    country: BillingCountry
    credits: number
    /** Of the provider; null if it has none. */
    subscription: string | null
    useCard: boolean
  },
): Promise<InvoiceToPay> => {
  const { payments } = parts
  const { orgId, inOrg } = context
  const { plan, country, credits } = order
  const tier = tierOf(plan.tiers, credits)
  if (tier === undefined) throw invalid('/totalCredits', 'That’s fewer credits than we sell.')
  const { price, tax } = await inOrg(async (trx) => ({
    price: await stripePriceId(trx, {
      lookupKey: addonLookupKey(country, tier.from),
      unitAmount: tier.price_per_credit,
    }),
    tax: await readTax(trx, payments, country),
  }))
  const customer = await ensureCustomer(parts, context)
  const invoice = await payments.call(async (stripe) => {
    const created = await stripe.invoices.create(
      {
        customer,
        auto_advance: false,
        collection_method: 'charge_automatically',
        currency: plan.currency.toLowerCase(),
        pending_invoice_items_behavior: 'exclude',
        metadata: { orgId, kind: 'addon', credits: String(credits) },
        custom_fields: taxInvoice,
        ...taxParameters(tax),
      },
      stripeKey(context, 'invoice'),
    )
    const { id } = z.parse(Identified, created)
    await stripe.invoiceItems.create(
      {
        customer,
        invoice: id,
        pricing: { price },
        quantity: credits,
        description: `${credits} add-on credits`,
      },
      stripeKey(context, 'item'),
    )
    await stripe.invoices.finalizeInvoice(id, {}, stripeKey(context, 'finalise'))
    return readInvoice(stripe, id)
  })
  const card =
    order.useCard && invoice.status === 'open'
      ? await payments.call((stripe) => readMethod(stripe, { customer, ...order }))
      : null
  return card === null
    ? invoice
    : payWithCard(payments, invoice.id, card.id, stripeKey(context, 'pay'))
}
