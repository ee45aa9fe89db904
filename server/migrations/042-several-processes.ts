import { sql, type Kysely } from 'kysely'

/**
 * What the processes of an installation share: the releases of the app with their files, who runs, and the tick of the last
 * removal, after which each search index is built again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table deployment (
    id text primary key,
    at timestamptz not null,
    paths text[] not null
  )`,
  `create table deployment_file (path text primary key, content bytea not null)`,
  `create table server_process (
    id uuid primary key,
    host text not null,
    pid integer not null,
    process_start text not null,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    connections integer not null,
    keys jsonb not null
  )`,
  `alter table record_clock add column removed bigint not null default 0`,
]
