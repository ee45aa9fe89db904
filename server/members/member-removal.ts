import type { Transaction } from 'kysely'
import type { Member } from '../../contract/org/members.ts'
import type { Tables } from '../platform/db/tables.ts'
import { audit } from '../audit/audit.ts'

/**
 * What happens to the work of a leaver, in the removal's transaction and with the organisation's role: saved work and uploads
 * pass to another member, devices and agents end. It may run twice for the same user.
 */
export type OnMemberRemoved = (
  orgId: string,
  userId: string,
  trx: Transaction<Tables>,
) => Promise<void>

/** Runs `work`, which changes members, and then the handlers for each leaver. */
export const handleLeavers = async (
  trx: Transaction<Tables>,
  orgId: string,
  onRemoved: readonly OnMemberRemoved[],
  work: () => Promise<void>,
): Promise<void> => {
  // Serialises removals of an organisation: two concurrent ones would both see the other's removal as new.
  await trx.selectFrom('customer').select('org_id').forUpdate().execute()
  const before = await membersNow(trx)
  await work()
  const after = await membersNow(trx)
  const removed = [...after].flatMap(([userId, now]) =>
    now === null && before.get(userId) !== null ? [userId] : [],
  )
  for (const userId of removed) for (const handle of onRemoved) await handle(orgId, userId, trx)
  // Last, because handlers may take further locks.
  const by = { orgId, userId: null }
  for (const subject of removed)
    if (before.has(subject)) await audit(trx, by, { act: 'member-left', subject })
  for (const [subject, role] of after) {
    const was = before.get(subject)
    if (role !== null && was && was !== role)
      await audit(trx, by, { act: 'member-role', subject, details: { role, roleBefore: was } })
  }
}

/** Who gets a leaver's work: the admin of longest standing. Undefined without another admin. */
export const heirOf = async (
  trx: Transaction<Tables>,
  leaverId: string,
): Promise<string | undefined> => {
  const heir = await trx
    .selectFrom('member')
    .select('user_id')
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .where('user_id', '!=', leaverId)
    .orderBy('role_at')
    .orderBy('user_id')
    .executeTakeFirst()
  return heir?.user_id
}

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
