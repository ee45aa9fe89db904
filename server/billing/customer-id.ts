import type { Transaction } from 'kysely'
import { customerOf } from '../customer/customer.ts'
import type { Context } from '../platform/http/context.ts'
import type { Tables } from '../platform/db/tables.ts'
import { Identified } from './answers.ts'
import { handOverDetails } from './hand-over-details.ts'
import type { BillingParts } from './parts.ts'
import * as z from 'zod/mini'

type Trx = Transaction<Tables>

/** Null until the organisation first pays. */
export const customerIdOf = async (trx: Trx): Promise<string | null> => {
  const row = await trx.selectFrom('billing_customer').select('customer_id').executeTakeFirst()
  return row?.customer_id ?? null
}

/** Creates the provider's customer once, and another one after it was deleted there. */
export const ensureCustomer = async (
  { payments }: BillingParts,
  { orgId, userId, inOrg }: Pick<Context, 'orgId' | 'userId' | 'inOrg'>,
): Promise<string> => {
  const known = await inOrg(customerIdOf)
  if (known !== null && !(await isDeleted(payments, known))) return known
  const details = await inOrg((trx) => detailsOf(trx, userId))
  const id = await payments.call(async (stripe) => {
    // Only what never changes: a key is bound to its parameters.
    const created = await stripe.customers.create(
      { metadata: { orgId } },
      { idempotencyKey: `customer/${orgId}${known === null ? '' : `/after/${known}`}` },
    )
    const customer = z.parse(Identified, created).id
    await handOverDetails(stripe, customer, details)
    return customer
  })
  return inOrg(async (trx) => {
    await trx
      .insertInto('billing_customer')
      .values({ org_id: orgId, customer_id: id, synced_at: null })
      .onConflict((conflict) =>
        conflict
          .column('org_id')
          .doUpdateSet({ customer_id: id })
          .where('billing_customer.customer_id', '=', known ?? ''),
      )
      .execute()
    return (await customerIdOf(trx)) ?? id
  })
}

const isDeleted = (payments: BillingParts['payments'], customer: string): Promise<boolean> =>
  payments.call(async (stripe) => {
    const answer = await stripe.customers.retrieve(customer)
    return z.parse(z.object({ deleted: z.optional(z.boolean()) }), answer).deleted === true
  })

/** Invoices go to the buyer until there is an address for them. */
const detailsOf = async (trx: Trx, userId: string) => {
  const customer = await customerOf(trx)
  const buyer = await trx
    .selectFrom('member')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const email = customer?.billing_email ?? buyer?.email ?? ''
  return {
    ...(customer?.name && { name: customer.name }),
    ...(email !== '' && { email }),
    ...(customer?.tax_id && { taxId: customer.tax_id }),
    country: customer?.country === 'NZ' ? ('NZ' as const) : ('AU' as const),
  }
}
