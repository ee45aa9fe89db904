import { sql, type Transaction } from 'kysely'
import type { Country, Customer, Policies } from '../../contract/org/customer.ts'
import { policiesOf, type CustomerRow } from './customer.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

export const asCustomer = (
  orgId: string,
  row: CustomerRow | undefined,
  asker: { isAdmin: boolean },
): Customer => ({
  id: orgId,
  name: row?.name ?? '',
  country: row?.country ?? 'AU',
  website: row?.website ?? null,
  ...(asker.isAdmin && { billingEmail: row?.billing_email ?? null, taxId: row?.tax_id ?? null }),
  policies: policiesOf(row),
})

export const setDefaultCountry = async (
  trx: Trx,
  orgId: string,
  country: Country,
): Promise<void> => {
  await trx
    .insertInto('customer')
    .values({ org_id: orgId, name: '', country, default_country: country, website: null })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ default_country: country }))
    .execute()
}

export type CustomerChange = {
  name?: string | undefined
  website?: string | null | undefined
  billingEmail?: string | null | undefined
  /** Digits only. */
  taxId?: string | null | undefined
  policies?: { [Name in keyof Policies]?: Policies[Name] | undefined } | undefined
}

export const changeCustomer = async (
  trx: Trx,
  orgId: string,
  change: CustomerChange,
  now: number,
): Promise<CustomerRow> => {
  await trx
    .insertInto('customer')
    .values({ org_id: orgId, name: '', country: 'AU', default_country: null, website: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { name, website, billingEmail, taxId, policies } = change
  return trx
    .updateTable('customer')
    .set({
      // An empty change must stay valid SQL.
      org_id: orgId,
      ...(name !== undefined && {
        name,
        name_at: sql`case when name = ${name} then name_at else ${new Date(now)} end`,
        renaming: sql`renaming or name <> ${name}`,
      }),
      ...(website !== undefined && { website }),
      ...(billingEmail !== undefined && { billing_email: billingEmail }),
      ...(taxId !== undefined && { tax_id: taxId }),
      ...(policies !== undefined && {
        policies: sql`policies || ${JSON.stringify(policies)}::jsonb`,
      }),
    })
    .where('org_id', '=', orgId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
