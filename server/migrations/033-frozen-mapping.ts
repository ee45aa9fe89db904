import { sql, type Kysely } from 'kysely'

/** The version of the mapping that a push was accepted with. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table download_request add column mapping_version integer`.execute(db)
}
