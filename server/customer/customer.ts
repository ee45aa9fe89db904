import type { Selectable, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { defaultGraceHours, Subscription, type Policies } from '../../contract/org/customer.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
export type CustomerRow = Selectable<Tables['customer']>

export const subscriptionOf = async (trx: Trx): Promise<Subscription | null> => {
  const row = await trx.selectFrom('subscription').select('data').executeTakeFirst()
  return row ? z.parse(Subscription, row.data) : null
}

export const customerOf = (trx: Trx): Promise<CustomerRow | undefined> =>
  trx.selectFrom('customer').selectAll().executeTakeFirst()

export const policiesOf = (row: CustomerRow | undefined): Policies => ({
  dncPolicy: 'hide',
  offlineGraceHours: defaultGraceHours,
  crmActivities: true,
  ...row?.policies,
})
