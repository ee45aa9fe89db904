import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

/**
 * What a feature does when somebody is no longer a member, in the transaction that says so and as the application role of that
 * organisation: hand over what was shared, give back what was held. It may run again for the same user and must not mind.
 */
export type OnMemberRemoved = (
  orgId: string,
  userId: string,
  trx: Transaction<Tables>,
) => Promise<void>

/** Does `work` in an organisation's transaction, then tells every feature of each member whom it removed. */
export const tellingRemovals = async (
  trx: Transaction<Tables>,
  orgId: string,
  onRemoved: readonly OnMemberRemoved[],
  work: () => Promise<void>,
): Promise<void> => {
  // One at a time for each organisation: of two at once, both would find the other's removal to be new.
  await trx.selectFrom('customer').select('org_id').forUpdate().execute()
  const before = await removedUsers(trx)
  await work()
  const removed = [...(await removedUsers(trx))].filter((userId) => !before.has(userId))
  for (const userId of removed) for (const tell of onRemoved) await tell(orgId, userId, trx)
}

const removedUsers = async (trx: Transaction<Tables>): Promise<Set<string>> => {
  const rows = await trx
    .selectFrom('member')
    .select('user_id')
    .where('removed_at', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
