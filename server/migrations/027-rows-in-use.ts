import { sql, type Kysely } from 'kysely'

/** Rows of a push whose contact details were sent or decided something: they are paid for, however the push ends (decision 044). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table request_row add column used boolean not null default false`.execute(db)
}
