import { sql, type Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table email_miss (
    org_id text primary key,
    day date not null,
    misses integer not null check (misses >= 0)
  )`,
  `grant select, insert, update on email_miss to fieldbook_app`,
  `alter table email_miss enable row level security`,
  `alter table email_miss force row level security`,
  `create policy email_miss_own on email_miss
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
  `alter table upload add column file_deleted_at timestamptz`,
  // The background job looks for files past their days in all organisations; what it does to a file it does as that organisation.
  `create policy upload_sweep on upload for select to current_user using (true)`,
]
