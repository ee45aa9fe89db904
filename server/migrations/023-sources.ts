import { sql, type Kysely } from 'kysely'

/** What feeds the market, each of its runs, the organisation that manages them, and what registers said when asked. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Hidden from every organisation but the operator; jobs read them as the owner. */
const operators = `(select operator from installation) = current_setting('app.org', true)`

const statements = [
  `create table installation (
    single boolean primary key default true check (single),
    operator text not null
  )`,
  `grant select, insert on installation to fieldbook_app`,
  `insert into installation (operator) select org_id from customer order by created_at, org_id limit 1`,
  // The first organisation, and no later one if the first is deleted.
  `create function name_operator() returns trigger language plpgsql as $$ begin
    insert into installation (operator) values (new.org_id) on conflict do nothing;
    return null;
  end $$`,
  `create trigger customer_names_operator after insert on customer
    for each row execute function name_operator()`,
  `create table source (
    id uuid primary key,
    name text not null,
    format text not null,
    kind text not null check (kind in ('upload', 'folder', 'address', 'bucket')),
    location text not null,
    every_hours integer,
    licence text not null,
    countries text[] not null,
    mapping text,
    paused boolean not null,
    next_run_at timestamptz,
    seen_tag text,
    failing_since timestamptz,
    created_at timestamptz not null
  )`,
  `create unique index source_name on source (lower(name))`,
  `create table source_run (
    id uuid primary key,
    source_id uuid not null references source on delete cascade,
    cause text not null check (cause in ('schedule', 'member')),
    dry_run boolean not null,
    state text not null
      check (state in ('uploading', 'waiting', 'fetching', 'importing', 'done', 'unchanged', 'failed')),
    file_name text,
    file_size bigint,
    file_modified text,
    received_bytes bigint not null default 0,
    parts integer not null default 0,
    progress jsonb,
    summary jsonb,
    reason text,
    rejects_key text,
    created_at timestamptz not null,
    finished_at timestamptz
  )`,
  `grant select on import_run to fieldbook_app`,
  `create index source_run_source on source_run (source_id, created_at desc)`,
  `create table register_check (
    company_id uuid primary key,
    at timestamptz not null,
    answer jsonb not null
  )`,
  `grant select, insert, update on register_check to fieldbook_app`,
  ...['source', 'source_run'].flatMap((table) => [
    `grant select, insert, update, delete on ${table} to fieldbook_app`,
    `alter table ${table} enable row level security`,
    `create policy ${table}_operator on ${table} using (${operators}) with check (${operators})`,
  ]),
]
