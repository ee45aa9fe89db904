import { sql, type Kysely } from 'kysely'

/** How far the indexes of a search cluster follow the record clock; a release with other filters has a row of its own. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`create table search_index (name text primary key, tick bigint not null)`)
    .execute(db)
}
