import { sql, type Kysely } from 'kysely'

/** How often members mean to visit an account or the accounts of a list; tasks in CRMs for follow-ups that no visit led to. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table cadence (
    org_id text not null,
    id uuid not null,
    owner_id text not null,
    target text not null check (target in ('list', 'company', 'people')),
    target_id uuid not null,
    weeks integer not null check (weeks between 1 and 52),
    version integer not null default 1,
    seq bigint not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (org_id, id)
  )`,
  `create index cadence_seq on cadence (org_id, seq, id)`,
  `create unique index cadence_target on cadence (org_id, owner_id, target_id) where deleted_at is null`,
  `create index cadence_record on cadence (org_id, target_id)`,
  `grant select, insert, update, delete on cadence to fieldbook_app`,
  `alter table cadence enable row level security`,
  `alter table cadence force row level security`,
  `create policy cadence_own on cadence
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
  `alter table crm_activity
    drop constraint crm_activity_part_check,
    add constraint crm_activity_part_check check (part in ('entry', 'follow-up', 'signals', 'own-follow-up')),
    drop column entry_id,
    add column entry_id uuid generated always as (
      case when part in ('entry', 'follow-up') then activity_id end) stored,
    add column follow_up_id uuid generated always as (case when part = 'own-follow-up' then activity_id end) stored,
    add foreign key (org_id, entry_id) references activity (org_id, id) on delete cascade,
    add foreign key (org_id, follow_up_id) references follow_up (org_id, id) on delete cascade`,
]
