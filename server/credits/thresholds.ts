import type { Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import type { Account } from './account.ts'

type Trx = Transaction<Tables>

const shares = [
  ['80', 0.8],
  ['100', 1],
] as const

export const noteShares = async (trx: Trx, before: Account, after: Account): Promise<void> => {
  const { period_ref: period, period_credits: credits } = after
  if (period === null || credits === null || credits === 0) return
  for (const [share, part] of shares)
    if (before.spent < credits * part && after.spent >= credits * part)
      await trx
        .insertInto('credit_notice')
        .values({ org_id: after.org_id, period_ref: period, share })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
}
