import { sql, type Kysely } from 'kysely'

/** What belongs to an organisation. Every table with org_id is fenced twice: by its queries and by row-level security. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const fenced = ['customer', 'subscription', 'unlock', 'record_activity', 'feedback', 'idem']

const statements = [
  `create table customer (
    org_id text primary key,
    name text not null,
    country text not null default 'AU' check (country in ('AU', 'NZ', 'ALL')),
    default_country text check (default_country in ('AU', 'NZ', 'ALL')),
    website text,
    features jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  `create table subscription (
    org_id text primary key,
    data jsonb not null,
    updated_at timestamptz not null default now()
  )`,
  `create table unlock (
    org_id text not null,
    category text not null,
    record_id uuid not null,
    at timestamptz not null default now(),
    primary key (org_id, category, record_id)
  )`,
  `create table record_activity (
    org_id text not null,
    kind text not null,
    value text not null,
    category text not null,
    record_id uuid not null,
    primary key (org_id, kind, value, category, record_id)
  )`,
  `create table feedback (
    org_id text not null,
    id uuid not null,
    user_id text not null,
    kind text not null,
    message text not null,
    page text not null,
    record_id text,
    created_at timestamptz not null default now(),
    primary key (org_id, id)
  )`,
  `create table idem (
    org_id text not null,
    user_id text not null,
    key uuid not null,
    route text not null,
    body_sha256 text not null,
    status integer not null,
    response text not null,
    created_at timestamptz not null default now(),
    primary key (org_id, user_id, key)
  )`,
  `do $$ begin
    if not exists (select 1 from pg_roles where rolname = 'fieldbook_app') then
      create role fieldbook_app nologin nobypassrls;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`,
  `grant fieldbook_app to current_user`,
  `grant usage on schema public to fieldbook_app`,
  `grant select on company, person, record_removed, record_clock to fieldbook_app`,
  ...fenced.flatMap((table) => [
    `grant select, insert, update, delete on ${table} to fieldbook_app`,
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${table}_own on ${table}
      using (org_id = current_setting('app.org', true))
      with check (org_id = current_setting('app.org', true))`,
  ]),
]
