import { sql } from 'kysely'
import type { DoctorParts } from './doctor-parts.ts'
import { readFigures } from './figures.ts'
import { differingKeys } from './processes.ts'
import { runningProcesses } from './reports.ts'

/** A start refuses other keys; a process that was suspended meanwhile may have them all the same. */
export const checkKeys = async ({ db }: DoctorParts): Promise<string[]> => {
  const [first, ...others] = await db.owner
    .selectFrom('server_process')
    .select(['host', 'pid', 'keys'])
    .where(sql<boolean>`seen_at > now() - interval '1 minute'`)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  if (first === undefined) return []
  return others.flatMap((other) => {
    const names = differingKeys(first.keys, other.keys)
    return names.length === 0
      ? []
      : [
          `${nameOf(first)} and ${nameOf(other)} have different keys for ${names.join(' and ')}. Set the same everywhere.`,
        ]
  })
}

const mostSeconds = 60

export const checkWorkers = async ({ db, now }: DoctorParts): Promise<string[]> => {
  const { jobsDue, jobsOldest } = await readFigures(db, now)
  const late = (await runningProcesses(db)).filter(
    ({ worker_at: at, beat_at: beat }) =>
      at !== null && beat.getTime() - at.getTime() > mostSeconds * 1000,
  )
  return [
    ...late.map((process) => `${nameOf(process)} no longer looks for background jobs. Restart it.`),
    ...((jobsOldest ?? 0) > 15 * 60
      ? [
          `Background jobs that are due: ${jobsDue}, the oldest for ${Math.floor((jobsOldest ?? 0) / 60)} minutes. Look for ‘a job failed’ in the log, or add a process.`,
        ]
      : []),
  ]
}

const mostBehindMs = 2 * 60_000

export const checkIndex = async ({ db }: DoctorParts): Promise<string[]> =>
  (await runningProcesses(db))
    .map((process) => ({
      process,
      ms: process.beat_at.getTime() - process.search_at.getTime(),
    }))
    .filter(({ ms }) => ms > mostBehindMs)
    .map(
      ({ process, ms }) =>
        `The search index of ${nameOf(process)} has been behind for ${Math.floor(ms / 60_000)} minutes. Look for ‘search cannot follow the database’ in its log.`,
    )

const nameOf = ({ host, pid }: { host: string; pid: number }): string => `${host} (process ${pid})`
