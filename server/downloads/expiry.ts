import { sql } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { endFailed } from './end-request.ts'
import { removeRuns } from './file-target.ts'
import { isOpen, lockedRequest, openStatuses } from './store.ts'

/** Whatever happened to the worker or job; resolves to how many. */
export const endOverdue = async (db: Database, files: FileStore): Promise<number> => {
  const overdue = await db.owner
    .selectFrom('download_request')
    .select(['org_id', 'id'])
    .where('status', 'in', openStatuses)
    .where('deadline_at', '<', sql<Date>`now()`)
    .limit(maxAtOnce)
    .execute()
  for (const { org_id: orgId, id } of overdue) {
    const ended = await db.asOrg(orgId, async (trx) => {
      const request = await lockedRequest(trx, id)
      if (!request || !isOpen(request)) return null
      const { rows } = await sql<{ late: boolean }>`
        select ${request.deadline_at} < now() as late`.execute(trx)
      if (rows[0]?.late !== true) return null
      await endFailed(trx, request, 'This took too long, so we stopped it. You weren’t charged.')
      return request
    })
    if (ended) await removeRuns(files, ended, { to: ended.run + 1 })
  }
  return overdue.length
}

/** With leftovers of failed runs. The request stays, and rebuilds its file on demand. */
export const removeExpired = async (db: Database, files: FileStore): Promise<void> => {
  const expired = await db.owner
    .selectFrom('download_request')
    .selectAll()
    .where('file_expires_at', '<', sql<Date>`now()`)
    .where(sql<boolean>`(file is null or file->>'key' is not null)`)
    .limit(maxAtOnce)
    .execute()
  for (const request of expired) {
    const { org_id: orgId, id, file } = request
    await removeRuns(files, request, { to: request.run + 1 })
    await db.asOrg(orgId, (trx) =>
      trx
        .updateTable('download_request')
        .set(file ? { file: JSON.stringify({ ...file, key: null }) } : { file_expires_at: null })
        .where('id', '=', id)
        .where('run', '=', request.run)
        .execute(),
    )
  }
}

const maxAtOnce = 500
