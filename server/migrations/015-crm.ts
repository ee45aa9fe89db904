import { sql, type Kysely } from 'kysely'

/** Connections to CRMs, links to their records, and what was sent there. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const own = (table: string, rights: string): string[] => [
  `grant ${rights} on ${table} to fieldbook_app`,
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy ${table}_own on ${table}
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
]

const statements = [
  `create table crm_connection (
    org_id text not null,
    id uuid not null,
    connector text not null,
    state text not null default 'connected' check (state in ('connected', 'revoked', 'disconnected')),
    account_id text not null,
    account_name text not null,
    account_user text,
    missing_scopes text[] not null,
    connected_by text not null,
    connected_at timestamptz not null default now(),
    sealed_grant text,
    generation integer not null default 1,
    access_until timestamptz,
    refreshed_at timestamptz not null default now(),
    refreshing_until timestamptz,
    refreshed_by text,
    slow_until timestamptz,
    problem text,
    pushed_at timestamptz,
    disconnected_at timestamptz,
    writer uuid,
    writer_until timestamptz,
    mapping jsonb,
    mapping_version integer not null default 1,
    primary key (org_id, id)
  )`,
  `create unique index crm_connection_living on crm_connection (org_id, connector) where state <> 'disconnected'`,
  `create table crm_mapping (
    org_id text not null,
    connection_id uuid not null,
    version integer not null,
    mapping jsonb not null,
    saved_by text not null,
    saved_at timestamptz not null,
    primary key (org_id, connection_id, version)
  )`,
  `create table crm_sign_in (
    org_id text not null,
    state_hash text not null,
    connector text not null,
    user_id text not null,
    sealed_verifier text not null,
    address text,
    expires_at timestamptz not null,
    primary key (org_id, state_hash)
  )`,
  `create table crm_link (
    org_id text not null,
    connection_id uuid not null,
    object text not null,
    record_id uuid not null,
    external_id text not null,
    created_by_us boolean not null,
    linked_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (org_id, connection_id, object, record_id)
  )`,
  // Not unique: two of our records may be one in the CRM.
  `create index crm_link_external on crm_link (org_id, connection_id, object, external_id)`,
  `create table crm_sent (
    org_id text not null,
    id uuid not null,
    connection_id uuid not null,
    object text not null,
    record_id uuid not null,
    request_id uuid not null,
    row integer not null,
    state text not null default 'sent' check (state in ('sent', 'unknown', 'done', 'absent', 'refused')),
    write jsonb not null,
    sent_at timestamptz not null default now(),
    maybe_twice boolean not null default false,
    primary key (org_id, id)
  )`,
  // One open create per record, across requests and processes.
  `create unique index crm_sent_open on crm_sent (org_id, connection_id, object, record_id) where state in ('sent', 'unknown')`,
  `create table crm_outcome (
    org_id text not null,
    request_id uuid not null,
    row integer not null,
    outcome text not null,
    external_id text,
    url text,
    reason text,
    matches jsonb,
    primary key (org_id, request_id, row)
  )`,
  ...own('crm_connection', 'select, insert, update'),
  ...own('crm_mapping', 'select, insert'),
  ...own('crm_sign_in', 'select, insert, delete'),
  ...own('crm_link', 'select, insert, update, delete'),
  ...own('crm_sent', 'select, insert, update'),
  ...own('crm_outcome', 'select, insert, update'),
]
