import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { BillingCountry } from '../../contract/money/plans.ts'
import { taxIdType } from './tax-id.ts'

/** What is missing stays as it is; null clears it. */
export type Details = {
  name?: string | undefined
  email?: string | null | undefined
  taxId?: string | null | undefined
  /** Of the address, where there is none. */
  country?: BillingCountry
}

/** Writes name, billing address and tax id on the provider's customer, for its next invoices. */
export const handOverDetails = async (
  stripe: Stripe,
  customer: string,
  { name, email, taxId, country }: Details,
): Promise<void> => {
  const change = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: email ?? '' }),
    ...(country !== undefined && { address: { country } }),
  }
  if (Object.keys(change).length > 0) await stripe.customers.update(customer, change)
  if (taxId !== undefined) await replaceTaxId(stripe, customer, taxId)
}

const TaxIds = z.object({
  data: z.array(z.object({ id: z.string(), type: z.string(), value: z.string() })),
})

/** Stripe may write a number with spaces. */
const replaceTaxId = async (
  stripe: Stripe,
  customer: string,
  taxId: string | null,
): Promise<void> => {
  const { data } = z.parse(TaxIds, await stripe.customers.listTaxIds(customer, { limit: 100 }))
  const ours = data.filter(({ type }) => type === 'au_abn' || type === 'nz_gst')
  const isWanted = ({ value }: { value: string }) => value.replaceAll(/\D/g, '') === taxId
  // The new number first: if Stripe refuses it, invoices still have the old one.
  if (taxId !== null && !ours.some(isWanted))
    await stripe.customers.createTaxId(customer, { type: taxIdType(taxId), value: taxId })
  for (const each of ours)
    if (!isWanted(each)) await stripe.customers.deleteTaxId(customer, each.id)
}
