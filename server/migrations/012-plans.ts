import { sql, type Kysely } from 'kysely'

/** What can be sold (product 2.5), and which organisations have had their trial. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Prices are cents without GST, for one user: of a month, or of a whole year.
  `create table plan (
    bucket text primary key check (bucket ~ '^bkt_[a-z0-9_]{1,40}$'),
    name text not null,
    position integer not null,
    trial_days integer check (trial_days between 1 and 90),
    credits integer not null check (credits >= 0),
    min_seats integer not null check (min_seats >= 1),
    max_seats integer check (max_seats >= min_seats),
    flags jsonb not null default '[]',
    agents integer not null check (agents >= 0),
    pinned_lists integer not null check (pinned_lists >= 0),
    rows_per_request integer not null check (rows_per_request between 1 and 10000),
    connectors integer check (connectors >= 0),
    data_exchange boolean not null,
    upload_megabytes integer not null check (upload_megabytes >= 0),
    au_month integer check (au_month >= 0),
    au_year integer check (au_year >= 0),
    nz_month integer check (nz_month >= 0),
    nz_year integer check (nz_year >= 0),
    contact_sales boolean not null default false
  )`,
  `insert into plan values
    ('bkt_trial', 'Trial', 1, 14, 50, 2, 2, '[]', 1, 3, 25, 1, false, 100,
      null, null, null, null, false),
    ('bkt_starter', 'Starter', 2, null, 200, 1, 5, '[]', 3, 3, 10000, 1, false, 250,
      8900, 90000, 9900, 100800, false),
    ('bkt_growth', 'Growth', 3, null, 600, 3, 50, '["signal-targeting"]', 20, 20, 10000, null, true, 1000,
      14900, 150000, 16500, 166800, false),
    ('bkt_enterprise', 'Enterprise', 4, null, 1500, 10, null, '["signal-targeting","signal-intent"]', 100, 100, 10000,
      null, true, 2500, null, null, null, null, true)`,
  `grant select on plan to fieldbook_app`,
  // The domain is unique across organisations: the constraint sees rows that the policy hides.
  `create table trial (
    org_id text primary key,
    domain text unique,
    started_at timestamptz not null
  )`,
  `grant select, insert on trial to fieldbook_app`,
  `alter table trial enable row level security`,
  `alter table trial force row level security`,
  `create policy trial_own on trial
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
]
