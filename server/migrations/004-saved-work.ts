import { sql, type Kysely } from 'kysely'

/** What people make for themselves and their colleagues: saved and recent searches, lists, notes and visits, and the clock that orders their changes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const all = 'select, insert, update, delete'
/** History can be added to and read; it goes only with what it is the history of. */
const fenced = {
  org_clock: 'select, insert, update',
  saved_item: all,
  saved_version: 'select, insert',
  saved_seen: all,
  list_member: all,
  recent_search: all,
  activity: all,
  activity_version: 'select, insert',
}

const versions = (table: string, of: string): string => `create table ${table} (
  org_id text not null,
  item_id uuid not null,
  version integer not null,
  at timestamptz not null default now(),
  by_user text not null,
  fields jsonb not null,
  changed jsonb not null,
  overruled jsonb not null default '[]',
  primary key (org_id, item_id, version),
  foreign key (org_id, item_id) references ${of} (org_id, id) on delete cascade
)`

const statements = [
  `create table org_clock (
    org_id text primary key,
    seq bigint not null,
    floor bigint not null default 0,
    suppressed bigint not null default 0,
    epoch uuid not null default gen_random_uuid()
  )`,
  `create table saved_item (
    org_id text not null,
    id uuid not null,
    kind text not null check (kind in ('dynamic', 'static', 'upload', 'suppression')),
    category text not null check (category in ('company', 'people')),
    name text not null,
    name_key text not null,
    owner_id text not null,
    shared boolean not null,
    content jsonb not null,
    size integer not null default 0,
    version integer not null default 1,
    seq bigint not null,
    hidden_seq bigint not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    deleted_by text,
    primary key (org_id, id)
  )`,
  `create unique index saved_item_name on saved_item (org_id, owner_id, category, name_key)
    where deleted_at is null`,
  `create index saved_item_seq on saved_item (org_id, seq, id)`,
  `create index saved_item_deleted on saved_item (org_id, deleted_at) where deleted_at is not null`,
  versions('saved_version', 'saved_item'),
  `create table saved_seen (
    org_id text not null,
    user_id text not null,
    item_id uuid not null,
    total integer not null,
    seq bigint not null,
    primary key (org_id, user_id, item_id),
    foreign key (org_id, item_id) references saved_item (org_id, id) on delete cascade
  )`,
  `create table list_member (
    org_id text not null,
    list_id uuid not null,
    record_id uuid not null,
    seq bigint not null,
    added_seq bigint not null,
    removed boolean not null default false,
    added_by text not null,
    primary key (org_id, list_id, record_id),
    foreign key (org_id, list_id) references saved_item (org_id, id) on delete cascade
  )`,
  `create index list_member_seq on list_member (org_id, seq, list_id, record_id)`,
  `create index list_member_record on list_member (org_id, record_id) where not removed`,
  `create table recent_search (
    org_id text not null,
    user_id text not null,
    id uuid not null,
    category text not null check (category in ('company', 'people')),
    content jsonb not null,
    seq bigint not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (org_id, user_id, id)
  )`,
  `create index recent_search_seq on recent_search (org_id, user_id, seq, id)`,
  `create table activity (
    org_id text not null,
    id uuid not null,
    kind text not null check (kind in ('note', 'visit', 'report')),
    category text not null check (category in ('company', 'people')),
    record_id uuid not null,
    text text not null,
    at timestamptz not null,
    outcome text,
    field text,
    author_id text not null,
    version integer not null default 1,
    seq bigint not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    deleted_by text,
    primary key (org_id, id)
  )`,
  `create index activity_seq on activity (org_id, seq, id)`,
  `create index activity_record on activity (org_id, category, record_id, at desc)`,
  versions('activity_version', 'activity'),
  ...Object.entries(fenced).flatMap(([table, rights]) => [
    `grant ${rights} on ${table} to fieldbook_app`,
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${table}_own on ${table}
      using (org_id = current_setting('app.org', true))
      with check (org_id = current_setting('app.org', true))`,
  ]),
]
