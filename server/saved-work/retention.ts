import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

/** Devices that were away longer sync from scratch, and older items cannot be restored. */
export const rememberedDays = 90

/** Raises the floor of the clock to the last of their ticks. Call it with the next tick taken. */
export const forgetLongDeleted = async (trx: Transaction<Tables>): Promise<void> => {
  const { rows } = await sql<{ floor: string | null }>`
    with items as (delete from saved_item where ${longAgo} returning seq),
      recents as (delete from recent_search where ${longAgo} returning seq),
      activities as (delete from activity where ${longAgo} returning seq),
      follow_ups as (delete from follow_up where ${longAgo} returning seq),
      cadences as (delete from cadence where ${longAgo} returning seq),
      day_plans as (delete from day_plan where ${longAgo} returning seq),
      agents as (delete from signal_agent where ${longAgo} returning seq)
    select max(seq) as floor from (
      select seq from items union all select seq from recents union all select seq from activities
      union all select seq from follow_ups union all select seq from cadences union all select seq from day_plans
      union all select seq from agents
    ) as forgotten`.execute(trx)
  const floor = rows[0]?.floor ?? null
  if (floor === null) return
  await sql`update org_clock set floor = greatest(floor, ${floor}::bigint)`.execute(trx)
  await sql`delete from list_member where removed and seq <= ${floor}::bigint`.execute(trx)
}

const longAgo = sql`deleted_at < now() - make_interval(days => ${sql.lit(rememberedDays)})`
