import type { Selectable, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { defaultGraceHours, Subscription, type Policies } from '../../contract/org/customer.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
export type CustomerRow = Selectable<Tables['customer']>

/** The subscription of the organisation of this transaction, or null. */
export const subscriptionOf = async (trx: Trx): Promise<Subscription | null> => {
  const row = await trx.selectFrom('subscription').select('data').executeTakeFirst()
  return row ? z.parse(Subscription, row.data) : null
}

/** The commercial record of the organisation of this transaction; undefined before it has one. */
export const customerOf = (trx: Trx): Promise<CustomerRow | undefined> =>
  trx.selectFrom('customer').selectAll().executeTakeFirst()

/** The policies of an organisation, with the defaults of the contract where it has decided nothing. */
export const policiesOf = (row: CustomerRow | undefined): Policies => ({
  dncPolicy: 'hide',
  offlineGraceHours: defaultGraceHours,
  ...row?.policies,
})
