import { sql } from 'kysely'
import type { DoctorParts } from './doctor-parts.ts'

const weekHours = 7 * 24

/** A backup by hand is due each week, a scheduled one may be late by its own interval. The demo needs none. */
export const checkBackups = async ({ db, env }: DoctorParts): Promise<string[]> => {
  const { everyHours } = env.backup
  const { rows } = await sql<{ hours: number | null; reason: string | null }>`
    select
      (select extract(epoch from now() - max(started_at))::float8 / 3600 from backup_run
        where name is not null) as hours,
      (select reason from backup_run where finished_at is not null
        order by started_at desc limit 1) as reason`.execute(db.owner)
  const { hours, reason } = rows[0] ?? { hours: null, reason: null }
  const isNeeded = everyHours !== undefined || env.clerk !== undefined
  const isOverdue =
    hours !== null && hours > (everyHours === undefined ? weekHours : 2 * everyHours)
  return [
    ...(reason === null ? [] : [`The last backup failed: ${reason}`]),
    ...(isNeeded && hours === null
      ? ['There is no backup yet. Run npm run backup, or set BACKUP_EVERY_HOURS.']
      : []),
    ...(isNeeded && isOverdue
      ? [`The last backup is ${Math.floor(hours)} hours old. Run npm run backup.`]
      : []),
  ]
}
