import { sql, type Kysely } from 'kysely'

/** What was backed up, for the schedule and for operators. It belongs to no organisation. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table backup_run (
    id uuid primary key,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    location text not null,
    name text,
    bytes bigint,
    reason text
  )`.execute(db)
  await sql`create index backup_run_started on backup_run (started_at desc)`.execute(db)
}
