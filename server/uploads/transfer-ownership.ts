import type { Transaction } from 'kysely'
import { heirOf } from '../members/member-removal.ts'
import type { Tables } from '../platform/db/tables.ts'

/** A leaver's uploads pass to the admin who gets the saved work; without an admin they stay, and admins can still see them. */
export const transferUploads = async (
  _orgId: string,
  userId: string,
  trx: Transaction<Tables>,
): Promise<void> => {
  const heirId = await heirOf(trx, userId)
  if (heirId === undefined) return
  await trx.updateTable('upload').set({ user_id: heirId }).where('user_id', '=', userId).execute()
}
