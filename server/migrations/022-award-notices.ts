import { sql, type Kysely } from 'kysely'

/** Of importers: award notices wait for the file of their suppliers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table award_notice (id text primary key, award jsonb not null)`.execute(db)
}
