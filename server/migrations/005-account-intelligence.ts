import { sql, type Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table account_intelligence (
    org_id text not null,
    version integer not null,
    at timestamptz not null default now(),
    by_user text not null,
    config jsonb not null,
    primary key (org_id, version)
  )`,
  // Versions are added and never touched again.
  'grant select, insert on account_intelligence to fieldbook_app',
  'alter table account_intelligence enable row level security',
  'alter table account_intelligence force row level security',
  `create policy account_intelligence_own on account_intelligence
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
]
