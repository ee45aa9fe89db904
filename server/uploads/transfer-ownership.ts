import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

/** As `transferSavedWork` does; without an admin they stay, and admins can still see them. */
export const transferUploads = async (
  _orgId: string,
  userId: string,
  trx: Transaction<Tables>,
): Promise<void> => {
  await sql`
    update upload set user_id = heir.user_id from (
      select user_id from member
      where role = 'admin' and removed_at is null and user_id <> ${userId}
      order by role_at, user_id limit 1
    ) as heir where upload.user_id = ${userId}`.execute(trx)
}
