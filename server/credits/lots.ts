import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/** Takes n credits out of the lots of a locked account: those of the subscription first, then rolled-over ones, then those bought besides (product 2.6). */
export const spendLots = async (trx: Trx, orgId: string, n: number): Promise<void> => {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      select id, least(remaining, greatest(0, ${n}::int - before))::int as n from (
        select id, remaining, sum(remaining) over (
          order by array_position(array['subscription', 'rollover', 'addon'], kind),
            expires_at, created_at, id) - remaining as before
        from credit_lot where org_id = ${orgId} and remaining > 0) as lot
    ), changed as (
      update credit_lot set remaining = remaining - taken.n from taken
      where credit_lot.org_id = ${orgId} and credit_lot.id = taken.id and taken.n > 0
      returning taken.n
    ) select coalesce(sum(n), 0)::int as taken from changed`.execute(trx)
  if (rows[0]?.taken !== n) throw new Error('the lots of credits hold less than the account')
}
