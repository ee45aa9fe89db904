import { sql, type Kysely } from 'kysely'

/** A look for jobs reads those that are due, and counts what an organisation has under way by its claimed jobs only. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index job_run_at on job (run_at)`.execute(db)
  await sql`create index job_claimed on job (org_id, lease_until) where lease_until is not null`.execute(
    db,
  )
}
