import { sql, type Kysely } from 'kysely'

/** What connected CRMs have: the keys of their records, by which ours are matched. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const own = (table: string): string[] => [
  `grant select, insert, update, delete on ${table} to fieldbook_app`,
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy ${table}_own on ${table}
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
]

const statements = [
  `create table crm_mirror (
    org_id text not null,
    connection_id uuid not null,
    object text not null,
    cursor text,
    pass integer not null default 1,
    is_full boolean not null default true,
    full_at timestamptz,
    as_of timestamptz,
    due_at timestamptz not null,
    primary key (org_id, connection_id, object)
  )`,
  `create table crm_key (
    org_id text not null,
    connection_id uuid not null,
    object text not null,
    external_id text not null,
    kind text not null,
    value text not null,
    pass integer not null,
    primary key (org_id, connection_id, object, external_id, kind, value)
  )`,
  `create index crm_key_value on crm_key (org_id, kind, value)`,
  `create index crm_link_record on crm_link (org_id, record_id)`,
  // As keyHash of server/crm/facts.ts.
  `create function crm_email_hash(email text) returns text language sql immutable parallel safe as $$
    select translate(left(encode(sha256(convert_to('email:' || lower(trim(email)), 'UTF8')), 'base64'), 22), '+/', '-_')
  $$`,
  ...own('crm_mirror'),
  ...own('crm_key'),
]
