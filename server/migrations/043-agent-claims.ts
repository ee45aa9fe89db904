import { sql, type Kysely } from 'kysely'

/** A process claims the agents that it runs, so that several processes share them out. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table signal_agent add column claimed_until timestamptz`.execute(db)
}
