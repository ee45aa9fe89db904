import type { DoctorParts } from './doctor-parts.ts'
import { readFigures } from './figures.ts'

const weekHours = 7 * 24

/** A backup by hand is due each week, a scheduled one may be late by its own interval. The demo needs none. */
export const checkBackups = async ({ db, env, now }: DoctorParts): Promise<string[]> => {
  const { everyHours } = env.backup
  const { lastBackup: seconds } = await readFigures(db, now)
  const newest = await db.owner
    .selectFrom('backup_run')
    .select('reason')
    .where('finished_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const failed = newest?.reason ? [`The last backup failed: ${newest.reason}`] : []
  if (everyHours === undefined && env.clerk === undefined) return failed
  if (seconds === null)
    return [...failed, 'There is no backup yet. Run npm run backup, or set BACKUP_EVERY_HOURS.']
  const hours = Math.floor(seconds / 3600)
  const mostHours = everyHours === undefined ? weekHours : 2 * everyHours
  return hours > mostHours
    ? [...failed, `The last backup is ${hours} hours old. Run npm run backup.`]
    : failed
}
