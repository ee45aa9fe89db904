import { sql, type Kysely } from 'kysely'

/** What the limits have counted, so that a restart does not forgive it; keys name users, organisations and addresses. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table rate_debt (key text primary key, until bigint not null)`.execute(db)
}
