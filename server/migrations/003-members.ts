import { sql, type Kysely } from 'kysely'

/** Who belongs to an organisation, as Clerk tells it, and what an organisation's admins decide about them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const fenced = { member: 'select, insert, update, delete', member_change: 'select, insert' }

const statements = [
  `create table member (
    org_id text not null,
    user_id text not null,
    role text not null check (role in ('admin', 'standard', 'other')),
    role_at timestamptz not null,
    name text not null default '',
    email text not null default '',
    name_at timestamptz not null default 'epoch',
    gone_at timestamptz,
    removed_at timestamptz generated always as (case when gone_at >= role_at then gone_at end) stored,
    cap integer check (cap between 0 and 1000000),
    disabled jsonb not null default '[]'
      check (disabled <@ '["reveal", "download", "push", "enrich"]'),
    last_seen timestamptz,
    updated_at timestamptz not null default now(),
    primary key (org_id, user_id)
  )`,
  `create table member_change (
    org_id text not null,
    id uuid not null,
    at timestamptz not null default now(),
    by_user text not null,
    user_id text not null,
    change jsonb not null,
    primary key (org_id, id)
  )`,
  // Neither belongs to one organisation; the application role has no right to them.
  `create table clerk_user (
    user_id text primary key,
    name text not null default '',
    email text not null default '',
    name_at timestamptz not null default 'epoch',
    deleted_at timestamptz,
    orgs jsonb not null default '[]'
  )`,
  `create table webhook_event (
    source text not null,
    id text not null,
    type text not null,
    received_at timestamptz not null default now(),
    primary key (source, id)
  )`,
  `alter table customer
    add column billing_email text,
    add column policies jsonb not null default '{}',
    add column name_at timestamptz not null default 'epoch',
    add column renaming boolean not null default false,
    add column listed_at timestamptz,
    add column deleted_at timestamptz`,
  ...Object.entries(fenced).flatMap(([table, rights]) => [
    `grant ${rights} on ${table} to fieldbook_app`,
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${table}_own on ${table}
      using (org_id = current_setting('app.org', true))
      with check (org_id = current_setting('app.org', true))`,
  ]),
]
