import { sql } from 'kysely'
import { uploadDays } from '../../contract/money/upload-file.ts'
import type { Database } from '../platform/db/db.ts'

/** Unused for 90 days: the bytes of matched files, whose rows stay, and uploads without matched rows. */
export const deleteOldFiles = async (db: Database): Promise<void> => {
  const old = await db.owner
    .selectFrom('upload')
    .select(['org_id', 'id'])
    .where(isOld)
    .limit(maxAtOnce)
    .execute()
  for (const { org_id: orgId, id } of old)
    await db.asOrg(orgId, async (trx) => {
      // It may have been used since the query above.
      const upload = await trx
        .selectFrom('upload')
        .select('done')
        .where('id', '=', id)
        .where(isOld)
        .forUpdate()
        .executeTakeFirst()
      if (!upload) return
      if (upload.done === 0) {
        await trx.deleteFrom('upload').where('id', '=', id).execute()
        return
      }
      await trx.deleteFrom('upload_part').where('upload_id', '=', id).execute()
      await trx
        .updateTable('upload')
        .set({ file_deleted_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()
    })
}

const isOld = sql<boolean>`file_deleted_at is null and state <> 'MATCHING'
  and updated_at < now() - make_interval(days => ${sql.lit(uploadDays)})`

const maxAtOnce = 500
