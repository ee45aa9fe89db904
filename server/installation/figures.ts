import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../platform/db/db.ts'

/** Times are seconds, null where nothing waits or has happened. */
export type Figures = {
  jobsDue: number
  jobsOldest: number | null
  pushWaiting: number
  pushOldest: number | null
  ledgersStopped: number
  sourcesFailing: number
  /** Since Stripe was last asked about the organisation that waits longest. */
  lastReconcile: number | null
  lastBackup: number | null
  /** The tick of the record clock. */
  tick: number
  /** The database's clock minus ours. */
  clockSkew: number
}

/** One query, so that it may run every few seconds. */
export const readFigures = async (db: Database, now: () => number): Promise<Figures> => {
  const before = now()
  const due = sql`from job where run_at <= now() and (lease_until is null or lease_until < now())`
  const age = (of: ReturnType<typeof sql>) => sql`extract(epoch from now() - ${of})::float8`
  const { rows } = await sql<
    Omit<Figures, 'tick' | 'clockSkew'> & { tick: string; seconds: number }
  >`
    select
      (select count(*)::int ${due}) as "jobsDue",
      (select ${age(sql`min(run_at)`)} ${due}) as "jobsOldest",
      (select count(*)::int from push_outbox) as "pushWaiting",
      (select ${age(sql`min(created_at)`)} from push_outbox) as "pushOldest",
      (select count(*)::int from credit_account where stopped_at is not null) as "ledgersStopped",
      (select count(*)::int from source where failing_since is not null and not paused)
        as "sourcesFailing",
      (select ${age(sql`min(synced_at)`)} from billing_customer) as "lastReconcile",
      (select ${age(sql`max(started_at)`)} from backup_run where name is not null) as "lastBackup",
      (select seq::text from record_clock) as "tick",
      extract(epoch from clock_timestamp())::float8 as "seconds"`.execute(db.owner)
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no figures.')
  const { tick, seconds, ...figures } = row
  return {
    ...figures,
    tick: Number(tick),
    clockSkew: seconds - (before + now()) / 2000,
  }
}

export type Disk = { free: number; size: number }

/** Of the folder's file system, in bytes, as this user may fill it. */
export const readDisk = async (folder: string): Promise<Disk> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
