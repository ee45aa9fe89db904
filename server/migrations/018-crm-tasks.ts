import { sql, type Kysely } from 'kysely'

/** Tasks in CRMs for what agents find. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table crm_task (
    org_id text not null,
    id uuid not null,
    run_id uuid not null,
    owner_id text not null,
    company_id uuid not null,
    at timestamptz not null,
    primary key (org_id, id),
    unique (org_id, run_id, company_id)
  )`,
  `grant select, insert, delete on crm_task to fieldbook_app`,
  `alter table crm_task enable row level security`,
  `alter table crm_task force row level security`,
  `create policy crm_task_own on crm_task
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
  `alter table crm_activity
    drop constraint crm_activity_part_check,
    add constraint crm_activity_part_check check (part in ('entry', 'follow-up', 'signals')),
    drop constraint crm_activity_org_id_activity_id_fkey,
    add column entry_id uuid generated always as (case when part <> 'signals' then activity_id end) stored,
    add column task_id uuid generated always as (case when part = 'signals' then activity_id end) stored,
    add foreign key (org_id, entry_id) references activity (org_id, id) on delete cascade,
    add foreign key (org_id, task_id) references crm_task (org_id, id) on delete cascade`,
]
