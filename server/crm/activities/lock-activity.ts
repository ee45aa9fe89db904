import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/**
 * The version of a note or a visit with that of the follow-ups it led to, or of a follow-up that has a task of its own. Until the transaction ends, no edit is saved. Undefined: it is
 * deleted for good.
 */
export const lockActivity = async (
  trx: Transaction<Tables>,
  activityId: string,
): Promise<number | undefined> => {
  const row = await trx
    .selectFrom('activity')
    .select('version')
    .where('id', '=', activityId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) {
    const followUp = await trx
      .selectFrom('follow_up')
      .select('version')
      .where('id', '=', activityId)
      .forUpdate()
      .executeTakeFirst()
    return followUp?.version
  }
  const { total } = await trx
    .selectFrom('follow_up')
    .select(sql<number>`coalesce(sum(version), 0)::int`.as('total'))
    .where('origin_kind', '=', 'visit')
    .where('origin_id', '=', activityId)
    .executeTakeFirstOrThrow()
  return row.version + total
}
