import { dayMs } from '../../contract/core/days.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { sourcePart } from '../../contract/org/sources.ts'
import type { Database } from '../platform/db/db.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { enqueueRun, removeParts } from './file-parts.ts'
import { notifyOfDelay } from './notify.ts'
import { latest, openRunOf, overdueMs, overdueSince } from './store.ts'

type Scheduling = { db: Database; now: () => number }

/** Those whose next run is due, and a notification for each that is overdue. */
export const runDueSources = async (parts: Scheduling): Promise<void> => {
  await enqueueDue(parts)
  const { db, now } = parts
  const sources = await db.owner.selectFrom('source').selectAll().execute()
  if (sources.length === 0) return
  const imported = await latest(db.owner, sql`state = 'done' and not dry_run`)
  for (const source of sources) {
    const since = overdueSince(source, imported.get(source.id))
    if (since + overdueMs(source) < now()) await notifyOfDelay(parts, source, since)
  }
}

const enqueueDue = ({ db, now }: Scheduling): Promise<void> =>
  db.owner.transaction().execute(async (trx) => {
    const at = new Date(now())
    const due = await trx
      .selectFrom('source')
      .selectAll()
      .where('paused', '=', false)
      .where('kind', '<>', 'upload')
      .where('next_run_at', '<=', at)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, every_hours: hours } of due) {
      await trx
        .updateTable('source')
        .set({ next_run_at: hours === null ? null : nextRun(at, hours) })
        .where('id', '=', id)
        .execute()
      if ((await openRunOf(trx, id)) !== undefined) continue
      const runId = uuidv7()
      await trx
        .insertInto('source_run')
        .values({
          id: runId,
          source_id: id,
          cause: 'schedule',
          dry_run: false,
          state: 'waiting',
          created_at: at,
        })
        .execute()
      await enqueueRun(trx, runId)
    }
  })

const nextRun = (from: Date, hours: number): Date => new Date(from.getTime() + hours * 3_600_000)

/** Files that were not imported within a week, and runs older than 90 days with their rejected rows. */
export const deleteOldRuns = async ({
  db,
  files,
  workFolder,
  now,
}: Scheduling & { files: FileStore; workFolder: string }): Promise<void> => {
  await deleteOldCopies(workFolder)
  const before = (days: number): Date => new Date(now() - days * dayMs)
  const left = await db.owner
    .updateTable('source_run')
    .set({ state: 'failed', reason: 'The file wasn’t imported within a week.', parts: 0 })
    .where('parts', '>', 0)
    .where((is) => is.or([is('state', '=', 'uploading'), is('dry_run', '=', true)]))
    .where('created_at', '<', before(7))
    // With a part that was stored and not counted.
    .returning([
      'id',
      sql<number>`((received_bytes + ${sourcePart} - 1) / ${sourcePart} + 1)::int`.as('parts'),
    ])
    .execute()
  for (const { id, parts } of left) await removeParts(files, id, parts)
  const old = await db.owner
    .deleteFrom('source_run')
    .where('created_at', '<', before(90))
    .returning(['rejects_key'])
    .execute()
  for (const { rejects_key: key } of old) if (key !== null) await files.remove(key)
}

/** Of interrupted files, whose source may be removed by now. */
const deleteOldCopies = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => /\.source(?:\.tag)?$/.test(each))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < Date.now() - 7 * dayMs) await rm(join(folder, name), { force: true })
  }
}
