import type { Plan } from '../plans/plan.ts'
import { productIdOf } from '../plans/plan.ts'
import { addonProductId } from './catalog.ts'
import type { ProviderInvoice } from './provider-state.ts'

/** What a paid invoice of a plan was for. Moments are in ms since 1970. */
export type PaidPeriod = {
  invoiceId: string
  subscriptionId: string
  plan: Plan
  seats: number
  start: number
  end: number
  paidAt: number
}

/** What a paid invoice of add-on credits was for. */
export type PaidCredits = {
  invoiceId: string
  credits: number
  total: number
  paymentIntents: string[]
}

/** In the order in which they were paid; the provider lists the newest first. An invoice on account counts until it is overdue. */
export const paidPeriods = (
  invoices: readonly ProviderInvoice[],
  plans: readonly Plan[],
  now: number,
): PaidPeriod[] =>
  invoices
    .toReversed()
    .filter((invoice) => isPaid(invoice, now))
    .flatMap((invoice) => periodOfInvoice(invoice, plans))
    .toSorted((a, b) => a.paidAt - b.paidAt)

/**
 * The lines that are paid for until the latest moment tell the plan; what a change gives back is negative, and a trial of Stripe's
 * costs nothing.
 */
const periodOfInvoice = (invoice: ProviderInvoice, plans: readonly Plan[]): PaidPeriod[] => {
  const subscriptionId = invoice.parent?.subscription_details?.subscription
  if (subscriptionId === undefined) return []
  const lines = invoice.lines.data.flatMap((line) => {
    const product = line.pricing?.price_details?.product
    const plan = plans.find(({ bucket }) => productIdOf(bucket) === product)
    const { start, end } = line.period
    return plan && line.amount > 0 && end > start ? { plan, line } : []
  })
  const latest = Math.max(...lines.map(({ line }) => line.period.end))
  const last = lines.findLast(({ line }) => line.period.end === latest)
  if (last === undefined) return []
  const { plan, line } = last
  return [
    {
      invoiceId: invoice.id,
      subscriptionId,
      plan,
      seats: line.quantity ?? 1,
      start: line.period.start * 1000,
      end: line.period.end * 1000,
      paidAt: (invoice.status_transitions.paid_at ?? invoice.created) * 1000,
    },
  ]
}

export const paidCredits = (invoices: readonly ProviderInvoice[]): PaidCredits[] =>
  invoices
    .filter(({ status }) => status === 'paid')
    .map((invoice) => ({
      invoiceId: invoice.id,
      credits: creditsOf(invoice),
      total: invoice.total,
      paymentIntents: invoice.payments.data.flatMap(({ payment }) => payment.payment_intent ?? []),
    }))
    .filter(({ credits }) => credits > 0)

/** Add-on credits follow from price and quantity: an invoice for a plan has none. */
export const creditsOf = (invoice: Pick<ProviderInvoice, 'lines'>): number =>
  invoice.lines.data
    .filter(({ pricing }) => pricing?.price_details?.product === addonProductId)
    .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)

const isPaid = (
  { status, collection_method: collection, due_date: due }: ProviderInvoice,
  now: number,
): boolean =>
  status === 'paid' ||
  (status === 'open' && collection === 'send_invoice' && due !== null && due * 1000 > now)
