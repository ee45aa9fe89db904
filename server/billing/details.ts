import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { customerOf } from '../customer/customer.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Payments } from '../platform/vendors/payments.ts'
import { handOverDetails } from './hand-over-details.ts'

type Trx = Transaction<Tables>

/** Billing address and tax id; digits only. */
type Details = { email: string | null; taxId: string | null }
export type KnownDetails = { ours: Details; last: Details }

const ProviderCustomer = z.union([
  z.object({ deleted: z.literal(true) }),
  z.object({
    email: z.nullish(z.string()),
    tax_ids: z.object({ data: z.array(z.object({ type: z.string(), value: z.string() })) }),
  }),
])

export const readKnownDetails = async (trx: Trx): Promise<KnownDetails> => {
  const last = await trx
    .selectFrom('billing_customer')
    .select(['email', 'tax_id'])
    .executeTakeFirst()
  const ours = await customerOf(trx)
  return {
    ours: { email: ours?.billing_email ?? null, taxId: ours?.tax_id ?? null },
    last: { email: last?.email ?? null, taxId: last?.tax_id ?? null },
  }
}

/**
 * Both sides can change: an admin in our settings, or on the provider's page. What changed here is handed over, otherwise what
 * changed there is taken. Resolves to what both have now; null for a deleted customer.
 */
export const agreeOnDetails = (
  payments: Payments,
  customerId: string,
  { ours, last }: KnownDetails,
): Promise<Details | null> =>
  payments.call(async (stripe) => {
    const answer = await stripe.customers.retrieve(customerId, { expand: ['tax_ids'] })
    const customer = z.parse(ProviderCustomer, answer)
    if ('deleted' in customer) return null
    const taxId = customer.tax_ids.data.find(({ type }) => type === 'au_abn' || type === 'nz_gst')
    const theirs: Details = {
      email: customer.email || null,
      taxId: taxId?.value.replaceAll(/\D/g, '') ?? null,
    }
    const isOurs = { email: ours.email !== last.email, taxId: ours.taxId !== last.taxId }
    await handOverDetails(stripe, customerId, {
      ...(isOurs.email && ours.email !== theirs.email && { email: ours.email }),
      ...(isOurs.taxId && ours.taxId !== theirs.taxId && { taxId: ours.taxId }),
    })
    return {
      email: isOurs.email ? ours.email : theirs.email,
      taxId: isOurs.taxId ? ours.taxId : theirs.taxId,
    }
  })

/** An admin's change in the meantime stays, and is handed over by the next sync. */
export const storeDetails = async (
  trx: Trx,
  { ours }: KnownDetails,
  { email, taxId }: Details,
): Promise<void> => {
  const stored = await trx
    .updateTable('customer')
    .set({
      billing_email: sql`case when billing_email is not distinct from ${ours.email} then ${email} else billing_email end`,
      tax_id: sql`case when tax_id is not distinct from ${ours.taxId} then ${taxId} else tax_id end`,
    })
    .returning('org_id')
    .executeTakeFirst()
  if (stored) await trx.updateTable('billing_customer').set({ email, tax_id: taxId }).execute()
}
