import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { Subscription, type Country } from '../../../contract/customer.ts'
import type { Tables } from '../../platform/tables.ts'

type Trx = Transaction<Tables>

/** The subscription of the organisation of this transaction, or null. */
export const subscriptionOf = async (trx: Trx): Promise<Subscription | null> => {
  const row = await trx.selectFrom('subscription').select('data').executeTakeFirst()
  return row ? z.parse(Subscription, row.data) : null
}

/** The commercial record of the organisation of this transaction; undefined before it has one. */
export const customerOf = (trx: Trx) => trx.selectFrom('customer').selectAll().executeTakeFirst()

/** Remembers the country new searches start in; makes the record when the organisation has none yet. */
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
