import { sql, type Kysely } from 'kysely'

/** Where members mean to go on a day: records and their order, no coordinates. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const fenced = {
  day_plan: 'select, insert, update, delete',
  day_plan_version: 'select, insert',
}

const statements = [
  `create table day_plan (
    org_id text not null,
    id uuid not null,
    owner_id text not null,
    day date not null,
    stops jsonb not null default '{}',
    stop_order jsonb not null default '[]',
    version integer not null default 1,
    seq bigint not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (org_id, id)
  )`,
  `create index day_plan_seq on day_plan (org_id, seq, id)`,
  `create table day_plan_version (
    org_id text not null,
    item_id uuid not null,
    version integer not null,
    at timestamptz not null default now(),
    by_user text not null,
    fields jsonb not null,
    changed jsonb not null,
    overruled jsonb not null default '[]',
    primary key (org_id, item_id, version),
    foreign key (org_id, item_id) references day_plan (org_id, id) on delete cascade
  )`,
  ...Object.entries(fenced).flatMap(([table, rights]) => [
    `grant ${rights} on ${table} to fieldbook_app`,
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${table}_own on ${table}
      using (org_id = current_setting('app.org', true))
      with check (org_id = current_setting('app.org', true))`,
  ]),
]
