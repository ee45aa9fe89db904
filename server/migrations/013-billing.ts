import { sql, type Kysely } from 'kysely'

/** What the payment provider knows of our organisations and prices; it stays the source of truth for both. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // One customer per organisation, made before its first checkout.
  `create table billing_customer (
    org_id text primary key,
    customer_id text not null unique,
    synced_at timestamptz,
    requested integer not null default 0,
    answered integer not null default 0,
    email text,
    tax_id text
  )`,
  `grant select, insert, update on billing_customer to fieldbook_app`,
  `alter table billing_customer enable row level security`,
  `alter table billing_customer force row level security`,
  `create policy billing_customer_own on billing_customer
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
  // Webhooks name a customer, and the sweep looks at all.
  `create policy billing_customer_names on billing_customer for select to current_user using (true)`,
  // What was paid, refunded or disputed has its effect once.
  `create table billing_applied (
    org_id text not null,
    source_id text not null,
    at timestamptz not null default now(),
    primary key (org_id, source_id)
  )`,
  `grant select, insert on billing_applied to fieldbook_app`,
  `alter table billing_applied enable row level security`,
  `alter table billing_applied force row level security`,
  `create policy billing_applied_own on billing_applied
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
  // The provider's prices by lookup key, so that no screen waits for the provider.
  `create table plan_price (
    lookup_key text primary key,
    price_id text not null unique,
    product_id text not null,
    currency text not null,
    unit_amount integer not null check (unit_amount >= 0)
  )`,
  `grant select on plan_price to fieldbook_app`,
  // Ids of the provider's tax rates and portal configuration, and the latest event that was read.
  `create table billing_setting (key text primary key, value text not null)`,
  `grant select on billing_setting to fieldbook_app`,
  // Cents without GST for one add-on credit, for the whole quantity from \`from_credits\` on (product 2.5).
  `create table addon_tier (
    country text not null check (country in ('AU', 'NZ')),
    from_credits integer not null check (from_credits > 0),
    cents integer not null check (cents > 0),
    primary key (country, from_credits)
  )`,
  `insert into addon_tier values
    ('AU', 100, 45), ('AU', 500, 35), ('AU', 2000, 25),
    ('NZ', 100, 49), ('NZ', 500, 39), ('NZ', 2000, 28)`,
  `grant select on addon_tier to fieldbook_app`,
  `alter table customer add column tax_id text`,
]
