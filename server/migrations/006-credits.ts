import { sql, type Kysely } from 'kysely'

/** Credits, what they unlock, and the requests that deliver records or upload a user's own. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The ledger can be added to and read; nothing of it is ever changed or taken away. */
const fenced = {
  credit_account: 'select, insert, update',
  credit_lot: 'select, insert, update',
  credit_entry: 'select, insert',
  credit_spender: 'select, insert, update',
  credit_notice: 'select, insert',
  credit_claim: 'select, insert',
  download_request: 'select, insert, update',
  request_row: 'select, insert, update, delete',
  export_template: 'select, insert, update, delete',
  job: 'select, insert, update, delete',
  dnc_import: 'select, insert, update',
  dnc_number: 'select, insert, update',
  record_gone: 'select',
  audit_head: 'select, insert, update',
  audit_entry: 'select, insert',
  upload: 'select, insert, update, delete',
  upload_part: 'select, insert, delete',
  upload_row: 'select, insert, update, delete',
  upload_heading: 'select, insert, update, delete',
}

const credits = [
  `create table credit_account (
    org_id text primary key,
    posted integer not null default 0,
    reserved integer not null default 0 check (reserved >= 0),
    period_ref text,
    period_credits integer,
    period_start timestamptz,
    period_end timestamptz,
    spent integer not null default 0 check (spent >= 0),
    stopped_at timestamptz,
    stopped_why text,
    check (posted >= reserved)
  )`,
  `create table credit_lot (
    org_id text not null references credit_account (org_id),
    id uuid not null,
    kind text not null check (kind in ('subscription', 'rollover', 'addon')),
    granted integer not null check (granted > 0),
    remaining integer not null check (remaining between 0 and granted),
    expires_at timestamptz,
    source_ref text not null,
    created_at timestamptz not null default now(),
    primary key (org_id, id)
  )`,
  `create index credit_lot_remaining on credit_lot (org_id) where remaining > 0`,
  `create table credit_entry (
    org_id text not null references credit_account (org_id),
    id uuid not null,
    seq bigint generated always as identity,
    at timestamptz not null default now(),
    kind text not null check (kind in ('grant', 'reserve', 'commit', 'release', 'refund', 'expire')),
    n integer not null check (n > 0),
    delta integer not null generated always as (case when kind in ('grant', 'refund') then n
      when kind in ('commit', 'expire') then -n else 0 end) stored,
    held integer not null generated always as (case when kind = 'reserve' then n
      when kind in ('commit', 'release') then -n else 0 end) stored,
    balance integer not null,
    reserved integer not null,
    action text check (action in ('reveal', 'download', 'push', 'enrich')),
    user_id text,
    request_id uuid,
    attempt integer not null default 1,
    source_ref text,
    period_ref text,
    title text not null,
    check (balance >= reserved and reserved >= 0),
    check (kind not in ('reserve', 'commit', 'release')
      or (request_id is not null and user_id is not null and action is not null)),
    primary key (org_id, id),
    unique (org_id, source_ref)
  )`,
  `create unique index credit_entry_once on credit_entry (org_id, request_id, attempt, kind)
    where kind in ('reserve', 'commit', 'release')`,
  `create index credit_entry_seq on credit_entry (org_id, seq)`,
  `create table credit_spender (
    org_id text not null references credit_account (org_id),
    user_id text not null,
    period_ref text,
    spent integer not null default 0 check (spent >= 0),
    reserved integer not null default 0 check (reserved >= 0),
    primary key (org_id, user_id)
  )`,
  `create table credit_notice (
    org_id text not null references credit_account (org_id),
    period_ref text not null,
    share text not null check (share in ('80', '100')),
    at timestamptz not null default now(),
    primary key (org_id, period_ref, share)
  )`,
  `create table credit_claim (
    org_id text not null references credit_account (org_id),
    category text not null check (category in ('company', 'people')),
    record_id uuid not null,
    at timestamptz not null default now(),
    by_user text not null,
    field text not null,
    outcome text not null check (outcome in ('refunded', 'review')),
    primary key (org_id, category, record_id)
  )`,
  // No foreign key: checked row by row it takes seconds for a thousand of them on the embedded database, and the audit looks at all.
  `alter table unlock
    add column by_user text,
    add column action text check (action in ('reveal', 'download', 'push', 'enrich')),
    add column entry_id uuid`,
  `create index unlock_entry on unlock (org_id, entry_id) where entry_id is not null`,
  // What has been paid for stays paid for.
  'revoke update, delete on unlock from fieldbook_app',
]

const requests = [
  `create table download_request (
    org_id text not null,
    id uuid not null,
    parent_id uuid,
    user_id text not null,
    type text not null,
    category text not null check (category in ('company', 'people')),
    status text not null check (status in ('REQUEST_ACCEPTED', 'CREDIT_VALIDATION_INPROGRESS',
      'CREDIT_VALIDATION_COMPLETED', 'DOWNLOAD_FILE_GENERATED', 'REQUEST_COMPELETED',
      'REQUEST_PARTIALLY_COMPLETED', 'INSUFFICIENT_CREDITS', 'REQUEST_FAILED')),
    name text not null,
    format text not null check (format in ('csv', 'xlsx')),
    columns jsonb not null,
    own_columns jsonb not null default '[]',
    agreed integer not null check (agreed >= 0),
    attempt integer not null default 1,
    run integer not null default 0,
    asked integer not null,
    delivered integer not null default 0,
    failed integer not null default 0,
    owned integer not null default 0,
    suppressed integer not null default 0,
    done integer not null default 0,
    charged integer not null default 0,
    reason text,
    needed integer,
    balance integer,
    file jsonb,
    file_expires_at timestamptz,
    deadline_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (org_id, id)
  )`,
  `create index download_request_newest on download_request (org_id, created_at desc, id desc)`,
  `create index download_request_deadline on download_request (deadline_at)
    where status in ('REQUEST_ACCEPTED', 'CREDIT_VALIDATION_INPROGRESS', 'CREDIT_VALIDATION_COMPLETED')`,
  `create index download_request_file on download_request (file_expires_at)`,
  `create table request_row (
    org_id text not null,
    request_id uuid not null,
    row integer not null,
    record_id uuid,
    name text not null default '',
    own jsonb,
    outcome text check (outcome in ('delivered', 'owned', 'suppressed', 'empty', 'failed', 'unmatched')),
    reason text,
    primary key (org_id, request_id, row),
    foreign key (org_id, request_id) references download_request (org_id, id) on delete cascade
  )`,
  `create table export_template (
    org_id text not null,
    id uuid not null,
    owner_id text not null,
    name text not null,
    name_key text not null,
    category text not null check (category in ('company', 'people')),
    columns jsonb not null,
    created_at timestamptz not null default now(),
    primary key (org_id, id),
    unique (org_id, owner_id, category, name_key)
  )`,
  `create table job (
    org_id text not null,
    kind text not null,
    id uuid not null,
    run_at timestamptz not null default now(),
    claims integer not null default 0,
    failures integer not null default 0,
    holder uuid,
    lease_until timestamptz,
    primary key (org_id, kind, id)
  )`,
  `create index job_due on job (org_id, run_at, id)`,
]

const uploads = [
  `create table upload (
    org_id text not null,
    id uuid not null,
    category text not null check (category in ('company', 'people')),
    name text not null,
    size integer not null,
    held integer not null default 0,
    state text not null default 'UPLOADED' check (state in
      ('UPLOADED', 'MAPPED', 'MATCHING', 'MATCHED', 'FAILED')),
    user_id text not null,
    read jsonb,
    columns jsonb,
    attempt integer not null default 0,
    done integer not null default 0,
    counts jsonb not null default '{"accepted":0,"review":0,"unmatched":0,"duplicates":0}',
    reason text,
    list_id uuid,
    request_id uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (org_id, id),
    check (held between 0 and size)
  )`,
  `create table upload_part (
    org_id text not null,
    upload_id uuid not null,
    at integer not null,
    bytes bytea not null,
    primary key (org_id, upload_id, at),
    foreign key (org_id, upload_id) references upload (org_id, id) on delete cascade
  )`,
  // They are compressed where that pays before they come, and read as a whole.
  `alter table upload_part alter column bytes set storage external`,
  `create table upload_row (
    org_id text not null,
    upload_id uuid not null,
    row integer not null,
    cells jsonb not null,
    state text not null check (state in ('accepted', 'review', 'unmatched')),
    record_id uuid,
    score integer not null,
    reason text not null,
    decided boolean not null default false,
    candidates jsonb not null default '[]',
    primary key (org_id, upload_id, row),
    foreign key (org_id, upload_id) references upload (org_id, id) on delete cascade
  )`,
  `create index upload_row_state on upload_row (org_id, upload_id, state, row)`,
  `create table upload_heading (
    org_id text not null,
    category text not null check (category in ('company', 'people')),
    heading text not null,
    field text,
    primary key (org_id, category, heading)
  )`,
  `create index person_linkedin on person (linkedin) where linkedin is not null`,
  `create index person_work_email on person (lower(contact->>'work_email'))
    where contact->>'work_email' is not null`,
  `create index person_personal_email on person (lower(contact->>'personal_email'))
    where contact->>'personal_email' is not null`,
  `create index person_company_name on person (company_id, name_key) include (id)`,
  `drop index person_company`,
]

/** What is done for people who are in the market: numbers they do not want to be called on, their removal, and who did what. */
const privacy = [
  // The number in international form: +61491570006; null if its country is unknown.
  `create function phone_key(number text) returns text language sql immutable parallel safe return
    case when number ~ '^\\s*\\+' then '+' || regexp_replace(number, '\\D', '', 'g')
      when number ~ '^\\s*\\(?0[2-9]' then '+61' || substr(regexp_replace(number, '\\D', '', 'g'), 2) end`,
  // Numbers that any source ever listed, of any record. Older demo markets gave the
  // people who share one of the few invented numbers each a state of their own.
  `create table listed_number (
    number text primary key,
    washed_at date,
    updated_at timestamptz not null default now()
  )`,
  `insert into listed_number (number, washed_at)
    select phone_key(contact->>'mobile'), max((doc->'mobile'->'dnc'->>'washed_at')::date) from person
    where doc->'mobile'->'dnc'->>'listed' = 'yes' and phone_key(contact->>'mobile') is not null
      and seq::text not in (select summary->>'seq' from import_run where format = 'demo' and summary is not null)
    group by 1`,
  `grant select on listed_number to fieldbook_app`,
  `create table dnc_import (
    org_id text not null,
    id uuid not null,
    name text not null,
    washed_at date not null,
    by_user text not null,
    total integer not null check (total > 0),
    taken integer not null default 0,
    listed integer not null default 0,
    not_listed integer not null default 0,
    unreadable integer not null default 0,
    matched integer,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (org_id, id)
  )`,
  `create table dnc_number (
    org_id text not null,
    number text not null,
    listed boolean not null,
    washed_at date not null,
    import_id uuid not null,
    updated_at timestamptz not null default now(),
    primary key (org_id, number)
  )`,
  `create index dnc_number_updated on dnc_number (org_id, updated_at)`,
  // Of people who asked to be removed nothing is kept but salted hashes, so that no import brings them back.
  `create table removed_person (hash text primary key, at timestamptz not null default now())`,
  `create table removal_salt (one boolean primary key default true check (one), salt text not null)`,
  `insert into removal_salt (salt) values (gen_random_uuid()::text || gen_random_uuid()::text)`,
  `create table record_gone (
    org_id text not null,
    record_id uuid not null,
    category text not null check (category in ('company', 'people')),
    seq bigint not null,
    primary key (org_id, record_id)
  )`,
  `create index record_gone_seq on record_gone (org_id, seq, record_id)`,
  `create table audit_head (org_id text primary key, seq bigint not null, hash text not null)`,
  // Kept as it was hashed: jsonb would write it differently.
  `create table audit_entry (
    org_id text not null,
    seq bigint not null,
    at timestamptz not null,
    user_id text,
    act text not null,
    subject text not null,
    details text not null,
    request_id text,
    ip text,
    prev_hash text not null,
    hash text not null,
    primary key (org_id, seq)
  )`,
  `create index audit_entry_at on audit_entry (org_id, at)`,
  // A removal covers every organisation: the owner must list organisations, and reads their rows one by one.
  ...['customer', 'subscription', 'member', 'org_clock'].map(
    (table) => `create policy ${table}_names on ${table} for select to current_user using (true)`,
  ),
]

const statements = [
  ...credits,
  ...uploads,
  ...requests,
  ...privacy,
  ...Object.entries(fenced).flatMap(([table, rights]) => [
    `grant ${rights} on ${table} to fieldbook_app`,
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${table}_own on ${table}
      using (org_id = current_setting('app.org', true))
      with check (org_id = current_setting('app.org', true))`,
  ]),
  // The hourly audit has to know which organisations there are; the application role is no member of the owner and sees its own.
  `create policy credit_account_names on credit_account for select to current_user using (true)`,
  // Workers take the jobs of all organisations and look for requests past their deadline; what they do to one they do as that organisation.
  `create policy job_worker on job to current_user using (true) with check (true)`,
  `create policy idem_sweep on idem to current_user using (true)`,
  `create policy download_request_sweep on download_request for select to current_user using (true)`,
]
