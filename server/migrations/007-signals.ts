import { sql, type Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const fenced = {
  signal_mark: 'select, insert, update, delete',
  signal_snooze: 'select, insert, update, delete',
  signal_agent: 'select, insert, update, delete',
  agent_signal: 'select, insert, update, delete',
  agent_run: 'select, insert, delete',
  notice: 'select, insert, update, delete',
  push_device: 'select, insert, update, delete',
  push_setting: 'select, insert, update, delete',
  push_outbox: 'select, insert, update, delete',
}

const statements = [
  `create table signal_clock (
    one boolean primary key default true check (one),
    tick bigint not null,
    matched bigint not null
  )`,
  `insert into signal_clock (tick, matched) values (0, 0)`,
  `create table signal (
    id uuid primary key,
    tick bigint not null,
    category text not null check (category in ('company', 'people', 'intent')),
    slug text not null,
    key text not null unique,
    company_id uuid,
    person_id uuid,
    event_date date not null,
    detected_at timestamptz not null,
    confidence real not null check (confidence between 0 and 1),
    surge_rating smallint,
    facets text[] not null,
    texts jsonb not null,
    doc jsonb not null
  )`,
  `create index signal_newest on signal (category, event_date desc, confidence desc, id)`,
  `create index signal_facets on signal using gin (facets)`,
  `create index signal_tick on signal (tick, id)`,
  `create index signal_company on signal (company_id, event_date desc) where company_id is not null`,
  `create index signal_person on signal (person_id, event_date desc) where person_id is not null`,
  `grant select on signal, signal_clock to fieldbook_app`,
  `create table signal_mark (
    org_id text not null,
    user_id text not null,
    signal_id uuid not null references signal (id) on delete cascade,
    seen_at timestamptz,
    dismissed_at timestamptz,
    primary key (org_id, user_id, signal_id)
  )`,
  `create index signal_mark_signal on signal_mark (signal_id)`,
  `create table signal_snooze (
    org_id text not null,
    user_id text not null,
    slug text not null,
    until timestamptz not null,
    primary key (org_id, user_id, slug)
  )`,
  `create table signal_agent (
    org_id text not null,
    id uuid not null,
    owner_id text not null,
    fields jsonb not null,
    category text not null,
    cadence text not null check (cadence in ('instant', 'daily', 'weekly')),
    paused boolean not null,
    version integer not null default 1,
    seq bigint not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    last_run_at timestamptz,
    due_at timestamptz,
    deleted_at timestamptz,
    born bigint not null default 0,
    changed_by xid8 not null default pg_current_xact_id(),
    primary key (org_id, id)
  )`,
  `create index signal_agent_seq on signal_agent (org_id, seq)`,
  `create index signal_agent_owner on signal_agent (org_id, owner_id) where deleted_at is null`,
  `create index signal_agent_changed on signal_agent (changed_by)`,
  `create index signal_agent_due on signal_agent (due_at) where due_at is not null and deleted_at is null`,
  `create table agent_signal (
    org_id text not null,
    agent_id uuid not null,
    signal_id uuid not null,
    found_at timestamptz not null default now(),
    run_id uuid,
    primary key (org_id, agent_id, signal_id)
  )`,
  `create index agent_signal_waiting on agent_signal (org_id, agent_id) where run_id is null`,
  `create index agent_signal_run on agent_signal (org_id, run_id) where run_id is not null`,
  `create index agent_signal_signal on agent_signal (signal_id)`,
  `create table agent_run (
    org_id text not null,
    id uuid not null,
    agent_id uuid not null,
    owner_id text not null,
    at timestamptz not null,
    signal_count integer not null check (signal_count > 0),
    primary key (org_id, id)
  )`,
  `create index agent_run_latest on agent_run (org_id, agent_id, at desc)`,
  `create table notice (
    org_id text not null,
    id uuid not null,
    user_id text not null,
    run_id uuid not null,
    agent_id uuid not null,
    at timestamptz not null,
    title text not null,
    agent_name text not null,
    opens jsonb not null,
    read_at timestamptz,
    primary key (org_id, id),
    unique (org_id, run_id)
  )`,
  `create index notice_newest on notice (org_id, user_id, at desc)`,
  `create index notice_unread on notice (org_id, user_id) where read_at is null`,
  `create table push_device (
    org_id text not null,
    id uuid not null,
    user_id text not null,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    label text not null,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    last_sent_at timestamptz,
    primary key (org_id, id)
  )`,
  `create index push_device_user on push_device (org_id, user_id)`,
  `create table push_setting (
    org_id text not null,
    user_id text not null,
    show_names boolean not null,
    primary key (org_id, user_id)
  )`,
  `create table push_outbox (
    org_id text not null,
    run_id uuid not null,
    device_id uuid not null,
    message jsonb not null,
    failures integer not null default 0,
    created_at timestamptz not null default now(),
    run_at timestamptz not null default now(),
    lease_until timestamptz,
    primary key (org_id, run_id, device_id),
    foreign key (org_id, device_id) references push_device (org_id, id) on delete cascade
  )`,
  `create index push_outbox_due on push_outbox (run_at)`,
  `create index push_outbox_device on push_outbox (org_id, device_id)`,
  // A browser may have belonged to a member of another organisation: its current user takes the endpoint over.
  `create function take_push_endpoint(taken text, by_org text, by_user text) returns void
    language sql security definer set search_path from current
    begin atomic
      delete from push_device where endpoint = taken and (org_id, user_id) <> (by_org, by_user);
    end`,
  `revoke all on function take_push_endpoint from public`,
  `grant execute on function take_push_endpoint to fieldbook_app`,
  ...Object.entries(fenced).flatMap(([table, rights]) => [
    `grant ${rights} on ${table} to fieldbook_app`,
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${table}_own on ${table}
      using (org_id = current_setting('app.org', true))
      with check (org_id = current_setting('app.org', true))`,
  ]),
  // Matching asks the agents of all organisations at once, runs look for those that are due, and the sender takes everybody's messages.
  ...['signal_agent', 'agent_signal', 'push_device', 'push_outbox'].map(
    (table) =>
      `create policy ${table}_worker on ${table} to current_user using (true) with check (true)`,
  ),
  // It asks as well which lists hold a record, whose they are, what saved searches look for and what is snoozed; it changes none of them.
  ...['saved_item', 'list_member', 'signal_snooze'].map(
    (table) =>
      `create policy ${table}_matching on ${table} for select to current_user using (true)`,
  ),
  `create index list_member_anywhere on list_member (record_id) where not removed`,
]
