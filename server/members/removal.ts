import type { Transaction } from 'kysely'
import type { Member } from '../../contract/org/members.ts'
import type { Tables } from '../platform/db/tables.ts'
import { audit } from '../audit/audit.ts'

/**
 * What a noun does when somebody is no longer a member, in the transaction that says so and as the application role of that
 * organisation: hand over what was shared, give back what was held. It may run again for the same user and must not mind.
 */
export type OnMemberRemoved = (
  orgId: string,
  userId: string,
  trx: Transaction<Tables>,
) => Promise<void>

/** Does `work` in an organisation's transaction, then tells every noun of each member whom it removed, and the audit log of whose role it changed. */
export const tellingRemovals = async (
  trx: Transaction<Tables>,
  orgId: string,
  onRemoved: readonly OnMemberRemoved[],
  work: () => Promise<void>,
): Promise<void> => {
  // One at a time for each organisation: of two at once, both would find the other's removal to be new.
  await trx.selectFrom('customer').select('org_id').forUpdate().execute()
  const before = await membersNow(trx)
  await work()
  const after = await membersNow(trx)
  const removed = [...after].flatMap(([userId, now]) =>
    now === null && before.get(userId) !== null ? [userId] : [],
  )
  for (const userId of removed) for (const tell of onRemoved) await tell(orgId, userId, trx)
  // Last: what these do may lock more.
  const by = { orgId, userId: null }
  for (const subject of removed)
    if (before.has(subject)) await audit(trx, by, { act: 'member-left', subject })
  for (const [subject, role] of after) {
    const was = before.get(subject)
    if (role !== null && was && was !== role)
      await audit(trx, by, { act: 'member-role', subject, details: { role, roleBefore: was } })
  }
}

/** Everybody who is or was a member with their role; null for those who were removed. */
const membersNow = async (
  trx: Transaction<Tables>,
): Promise<Map<string, Member['role'] | null>> => {
  const rows = await trx
    .selectFrom('member')
    .select(['user_id', 'role', 'removed_at'])
    .orderBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.removed_at === null ? row.role : null]))
}
