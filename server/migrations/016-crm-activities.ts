import { sql, type Kysely } from 'kysely'

/** Notes and visits as activities of CRMs. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table crm_activity (
    org_id text not null,
    connection_id uuid not null,
    activity_id uuid not null,
    part text not null check (part in ('entry', 'follow-up')),
    version integer not null default 0,
    state text not null default 'waiting'
      check (state in ('waiting', 'sent', 'unknown', 'done', 'refused', 'skipped')),
    external_id text,
    reason text,
    sent jsonb,
    sent_at timestamptz,
    primary key (org_id, connection_id, activity_id, part),
    foreign key (org_id, activity_id) references activity (org_id, id) on delete cascade
  )`,
  `create index crm_activity_open on crm_activity (org_id, activity_id) where state in ('waiting', 'sent', 'unknown')`,
  `grant select, insert, update on crm_activity to fieldbook_app`,
  `alter table crm_activity enable row level security`,
  `alter table crm_activity force row level security`,
  `create policy crm_activity_own on crm_activity
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
]
