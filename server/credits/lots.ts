import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/** Subscription first, then rolled over, then add-ons (product 2.6). */
export const spendLots = async (trx: Trx, orgId: string, n: number): Promise<void> => {
  const { rows } = await sql<{ spent: number }>`
    with spent as (
      select id, least(remaining, greatest(0, ${n}::int - before))::int as n from (
        select id, remaining, sum(remaining) over (
          order by array_position(array['subscription', 'rollover', 'addon'], kind),
            expires_at, created_at, id) - remaining as before
        from credit_lot where org_id = ${orgId} and remaining > 0) as lot
    ), changed as (
      update credit_lot set remaining = remaining - spent.n from spent
      where credit_lot.org_id = ${orgId} and credit_lot.id = spent.id and spent.n > 0
      returning spent.n
    ) select coalesce(sum(n), 0)::int as spent from changed`.execute(trx)
  if (rows[0]?.spent !== n) throw new Error('the lots hold fewer credits than the account')
}
