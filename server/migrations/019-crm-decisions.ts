import { sql, type Kysely } from 'kysely'

/** What members decide about conflicts of a push. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table download_request add column decisions jsonb`.execute(db)
}
