import { sql, type Kysely } from 'kysely'

/** Rows of a push that are paid for, however it ends (decision 044). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table request_row add column used boolean not null default false`.execute(db)
}
