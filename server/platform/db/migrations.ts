import { sql, type Kysely } from 'kysely'
import { migrationNames } from './db.ts'
import type { Tables } from './tables.ts'

/** Whether the database has the newest migration of this release; it may have newer ones. */
export const isMigrated = async (db: Kysely<Tables>): Promise<boolean> => {
  newest ??= migrationNames().then((names) => names.at(-1) ?? '')
  const { rows } = await sql`select from kysely_migration where name = ${await newest}`.execute(db)
  return rows.length > 0
}

let newest: Promise<string> | undefined
