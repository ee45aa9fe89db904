import type { Transaction } from 'kysely'
import type { BillingCountry } from '../../contract/money/plans.ts'
import type { Tables } from '../platform/db/tables.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Payments } from '../platform/vendors/payments.ts'
import { billingSetting } from './catalog.ts'

/** How the provider adds GST: by our rate of the country, or by itself. */
export type Tax = { rates: string[]; isAutomatic: boolean }

/** Throws `payment-unavailable` without a rate, because nothing is sold without GST. */
export const readTax = async (
  trx: Transaction<Tables>,
  { tax }: Pick<Payments, 'tax'>,
  country: BillingCountry,
): Promise<Tax> => {
  if (tax === 'auto') return { rates: [], isAutomatic: true }
  const rate = await billingSetting(trx, `gst-${country}`)
  if (rate === null)
    throw new ProblemError(
      'payment-unavailable',
      'Card payment isn’t ready yet. Contact sales and we’ll start your plan.',
    )
  return { rates: [rate], isAutomatic: false }
}

/** The parameters of an invoice or a subscription. */
export const taxParameters = ({ rates, isAutomatic }: Tax) =>
  isAutomatic ? { automatic_tax: { enabled: true } } : { default_tax_rates: rates }

/** Australian law wants these words on an invoice with GST. */
export const taxInvoice = [{ name: 'Document', value: 'Tax Invoice' }]
