import { sql, type Kysely } from 'kysely'

/** What operators turn on and off, for every process of an installation; and the build that feedback is about. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table maintenance (
    single boolean primary key default true check (single),
    text text not null,
    until timestamptz
  )`,
  `create table platform_flag (name text primary key, enabled boolean not null)`,
  `grant select on platform_flag to fieldbook_app`,
  `alter table feedback add column deployment text`,
]
