import { sql, type Kysely } from 'kysely'

/** The number of users that Clerk knows, notifications that no agent sends, and which ones about billing were sent. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table subscription add column sent_seats integer`,
  // Without an agent: a link and a sentence for the email.
  `alter table notice alter column run_id drop not null`,
  `alter table notice alter column agent_id drop not null`,
  `alter table notice alter column agent_name drop not null`,
  `alter table notice alter column opens drop not null`,
  `alter table notice add column link text`,
  `alter table notice add column detail text`,
  `alter table notice add constraint notice_of_agent_or_link
    check (num_nulls(run_id, agent_id, agent_name, opens) = 0 and link is null and detail is null
      or num_nonnulls(run_id, agent_id, agent_name, opens) = 0 and link is not null and detail is not null)`,
  // Each key once.
  `create table billing_notice (
    org_id text not null,
    key text not null,
    at timestamptz not null,
    primary key (org_id, key)
  )`,
  `grant select, insert on billing_notice to fieldbook_app`,
  `alter table billing_notice enable row level security`,
  `alter table billing_notice force row level security`,
  `create policy billing_notice_own on billing_notice
    using (org_id = current_setting('app.org', true))
    with check (org_id = current_setting('app.org', true))`,
]
