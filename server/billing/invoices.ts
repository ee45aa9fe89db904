import type { Transaction } from 'kysely'
import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { Invoice } from '../../contract/money/billing.ts'
import { formatNumber } from '../credits/format-credits.ts'
import type { Tables } from '../platform/db/tables.ts'
import { StripeInvoice } from './answers.ts'
import { readPlanPrices, usersOf } from './prices.ts'

const shown = 24

/** The newest first, without drafts. */
export const listInvoices = async (stripe: Stripe, customer: string): Promise<StripeInvoice[]> => {
  const { data } = z.parse(Invoices, await stripe.invoices.list({ customer, limit: shown }))
  return data
}

const Invoices = z.object({ data: z.array(StripeInvoice) })

/** The name of a plan by the provider's price. */
export const readPlanNames = async (
  trx: Transaction<Tables>,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await trx.selectFrom('plan_price').select(['lookup_key', 'price_id']).execute()
  const prices = await readPlanPrices(trx)
  return new Map(
    rows.flatMap(({ lookup_key: key, price_id: id }) => {
      const price = prices.find(({ lookupKey }) => lookupKey === key)
      return price === undefined ? [] : [[id, price.plan.name] as const]
    }),
  )
}

/** Null for a draft, which may still change. */
export const asInvoice = (
  invoice: StripeInvoice,
  names: ReadonlyMap<string, string>,
): Invoice | null => {
  const { id, number, created, total, currency, status } = invoice
  return status === 'draft'
    ? null
    : {
        id,
        number,
        date: new Date(created * 1000).toISOString(),
        title: titleOf(invoice, names),
        amount: total,
        currency: currency.toUpperCase(),
        status,
        url: invoice.hosted_invoice_url ?? null,
        pdfUrl: invoice.invoice_pdf ?? null,
      }
}

const titleOf = (
  { metadata, billing_reason: reason, lines }: StripeInvoice,
  names: ReadonlyMap<string, string>,
): string => {
  const credits = metadata?.['kind'] === 'addon' ? Number(metadata['credits']) : Number.NaN
  if (Number.isSafeInteger(credits)) return `${formatNumber(credits)} add-on credits`
  if (reason === 'subscription_update') return 'Change of plan'
  const [line] = lines.data
  const plan = names.get(line?.pricing?.price_details?.price ?? '')
  if (plan === undefined) return line?.description ?? 'Fieldbook'
  return `${plan} plan, ${usersOf(line?.quantity ?? 1)}`
}
