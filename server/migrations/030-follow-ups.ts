import { sql, type Kysely } from 'kysely'

/** What members mean to do next, and on which day. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const fenced = {
  follow_up: 'select, insert, update, delete',
  follow_up_version: 'select, insert',
}

const statements = [
  `create table follow_up (
    org_id text not null,
    id uuid not null,
    owner_id text not null,
    category text not null check (category in ('company', 'people')),
    record_id uuid not null,
    text text not null,
    due_day date not null,
    due_time text,
    state text not null default 'open' check (state in ('open', 'done', 'dropped', 'ended')),
    origin_kind text check (origin_kind in ('visit', 'note', 'signal')),
    origin_id uuid,
    version integer not null default 1,
    seq bigint not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (org_id, id),
    check ((origin_kind is null) = (origin_id is null))
  )`,
  `create index follow_up_seq on follow_up (org_id, seq, id)`,
  `create index follow_up_record on follow_up (org_id, record_id)`,
  `create table follow_up_version (
    org_id text not null,
    item_id uuid not null,
    version integer not null,
    at timestamptz not null default now(),
    by_user text not null,
    fields jsonb not null,
    changed jsonb not null,
    overruled jsonb not null default '[]',
    primary key (org_id, item_id, version),
    foreign key (org_id, item_id) references follow_up (org_id, id) on delete cascade
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
