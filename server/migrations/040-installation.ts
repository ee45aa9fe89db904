import { sql, type Kysely } from 'kysely'

/** How the processes that serve this database do. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table process_report (
    id uuid primary key,
    host text not null,
    pid integer not null,
    version text not null,
    build text not null,
    started_at timestamptz not null default now(),
    beat_at timestamptz not null default now(),
    worker_at timestamptz,
    search_at timestamptz not null
  )`,
]
