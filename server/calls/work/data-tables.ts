import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Context } from '../../platform/http/context.ts'

/** Columns as users read them. */
export type Row = Record<string, unknown>

type Trx = Transaction<Tables>
type Actor = Pick<Context, 'userId'>

/** Rows after a cursor; each has its own as `cursor`. */
type Query = (actor: Actor, after: string) => RawBuilder<Row & { cursor: string }>

export type TableFile = {
  name: string
  /** The cursor before the first row. */
  start: string
  own?: Query
  organisation?: Query
}

export const pageSize = 500

/** A page of a file; `last` continues, and is null after the last page. */
export const readPage = async (
  trx: Trx,
  query: RawBuilder<Row & { cursor: string }>,
): Promise<{ rows: Row[]; last: string | null }> => {
  const { rows } = await query.execute(trx)
  const last = rows.length === pageSize ? (rows.at(-1)?.cursor ?? null) : null
  return { rows: rows.map(({ cursor: _cursor, ...row }) => row), last }
}

const ids = '00000000-0000-0000-0000-000000000000'
const limit = sql.lit(pageSize)
const userName = (column: string) =>
  sql`(select coalesce(nullif(m.name, ''), m.email) from member m where m.org_id = t.org_id and m.user_id = ${sql.ref(column)})`
const recordName = sql`case t.category
  when 'company' then (select c.doc->>'name' from company c where c.id = t.record_id)
  else (select p.doc->>'name' from person p where p.id = t.record_id) end`

/** The rows of the caller, and those of all members. */
const byUser = (
  column: string,
  query: (chosen: RawBuilder<unknown>) => (after: string) => ReturnType<Query>,
): Pick<TableFile, 'own' | 'organisation'> => ({
  own: ({ userId }, after) => query(sql`${sql.ref(column)} = ${userId}`)(after),
  organisation: (_, after) => query(sql`true`)(after),
})

/** Each query runs in its organisation's transaction. */
export const tableFiles: readonly TableFile[] = [
  {
    name: 'account',
    start: '-',
    own: ({ userId }, after) => sql`
      select user_id as cursor, user_id as "User id", name as "Name", email as "Email", role as "Role",
        last_seen as "Last seen (UTC)", cap as "Credit limit"
      from member where user_id = ${userId} and user_id > ${after}`,
  },
  {
    name: 'company',
    start: '-',
    organisation: (_, after) => sql`
      select org_id as cursor, org_id as "Company id", name as "Name", country as "Country", website as "Website",
        billing_email as "Billing email", tax_id as "ABN or GST number", policies as "Policies"
      from customer where org_id > ${after}`,
  },
  {
    name: 'users',
    start: '-',
    organisation: (_, after) => sql`
      select user_id as cursor, user_id as "User id", name as "Name", email as "Email", role as "Role",
        last_seen as "Last seen (UTC)", removed_at as "Removed (UTC)"
      from member where user_id > ${after} order by user_id limit ${limit}`,
  },
  {
    name: 'account-intelligence',
    start: '0',
    organisation: (_, after) => sql`
      select version::text as cursor, version as "Version", at as "When (UTC)", ${userName('t.by_user')} as "By",
        config as "Configuration"
      from account_intelligence t where version > ${after}::int order by version limit ${limit}`,
  },
  {
    name: 'lists',
    start: ids,
    own: ({ userId }, after) => listsAfter(after, sql`owner_id = ${userId}`),
    organisation: ({ userId }, after) => listsAfter(after, sql`(owner_id = ${userId} or shared)`),
  },
  {
    name: 'recent-searches',
    start: ids,
    own: ({ userId }, after) => sql`
      select id::text as cursor, id as "Fieldbook id", category as "Category", content as "Criteria",
        created_at as "Created (UTC)", updated_at as "Changed (UTC)"
      from recent_search where user_id = ${userId} and deleted_at is null and id > ${after}::uuid
      order by id limit ${limit}`,
  },
  {
    name: 'agents',
    start: ids,
    own: ({ userId }, after) => sql`
      select id::text as cursor, id as "Fieldbook id", fields->>'name' as "Name", category as "Category",
        cadence as "Cadence", paused as "Paused", fields as "Settings", created_at as "Created (UTC)",
        last_run_at as "Last run (UTC)"
      from signal_agent where owner_id = ${userId} and deleted_at is null and id > ${after}::uuid
      order by id limit ${limit}`,
  },
  {
    name: 'follow-ups',
    start: ids,
    own: ({ userId }, after) => sql`
      select t.id::text as cursor, t.id as "Fieldbook id", t.category as "Category",
        ${recordName} as "Company or person", t.text as "What", t.due_day::text as "Day",
        t.due_time as "Time", t.state as "State", t.created_at as "Created (UTC)", t.updated_at as "Changed (UTC)"
      from follow_up t
      where t.owner_id = ${userId} and t.deleted_at is null and t.id > ${after}::uuid
      order by t.id limit ${limit}`,
  },
  {
    name: 'cadences',
    start: ids,
    own: ({ userId }, after) => sql`
      select t.id::text as cursor, t.id as "Fieldbook id", t.target as "Of", coalesce(
          (select i.name from saved_item i where i.org_id = t.org_id and i.id = t.target_id),
          (select c.name from company c where c.id = t.target_id),
          (select p.doc->>'name' from person p where p.id = t.target_id)) as "List, company or person",
        t.weeks as "Every (weeks)", t.created_at as "Created (UTC)", t.updated_at as "Changed (UTC)"
      from cadence t
      where t.owner_id = ${userId} and t.deleted_at is null and t.id > ${after}::uuid
      order by t.id limit ${limit}`,
  },
  {
    name: 'day-plans',
    start: ids,
    own: ({ userId }, after) => sql`
      select t.id::text as cursor, t.id as "Fieldbook id", t.day::text as "Day", t.stops as "Stops",
        t.stop_order as "Order", t.updated_at as "Changed (UTC)"
      from day_plan t
      where t.owner_id = ${userId} and t.deleted_at is null and t.id > ${after}::uuid
      order by t.id limit ${limit}`,
  },
  {
    name: 'notifications',
    start: ids,
    own: ({ userId }, after) => sql`
      select id::text as cursor, at as "When (UTC)", title as "Title", detail as "Text", agent_name as "Agent",
        read_at as "Read (UTC)"
      from notice where user_id = ${userId} and id > ${after}::uuid order by id limit ${limit}`,
  },
  {
    name: 'uploads',
    start: ids,
    ...byUser(
      't.user_id',
      (chosen) => (after) =>
        sql`
      select id::text as cursor, id as "Fieldbook id", name as "File", category as "Category", size as "Bytes",
        counts as "Rows", created_at as "Uploaded (UTC)", ${userName('t.user_id')} as "By"
      from upload t where ${chosen} and id > ${after}::uuid order by id limit ${limit}`,
    ),
  },
  {
    name: 'downloads',
    start: ids,
    ...byUser(
      't.user_id',
      (chosen) => (after) =>
        sql`
      select id::text as cursor, id as "Fieldbook id", name as "Name", type as "Type", category as "Category",
        status as "Status", requested as "Records asked for", delivered as "Delivered", charged as "Credits",
        created_at as "When (UTC)", ${userName('t.user_id')} as "By"
      from download_request t where ${chosen} and id > ${after}::uuid order by id limit ${limit}`,
    ),
  },
  {
    name: 'revealed-records',
    start: ids,
    ...byUser(
      't.by_user',
      (chosen) => (after) =>
        sql`
      select t.record_id::text as cursor, t.record_id as "Fieldbook id", t.category as "Category",
        ${recordName} as "Company or person", t.action as "How", t.at as "When (UTC)",
        ${userName('t.by_user')} as "By"
      from unlock t
      where ${chosen} and t.record_id > ${after}::uuid order by t.record_id limit ${limit}`,
    ),
  },
  {
    name: 'credits',
    start: '0',
    ...byUser(
      't.user_id',
      (chosen) => (after) =>
        sql`
      select seq::text as cursor, at as "When (UTC)", kind as "Kind", n as "Credits", action as "For",
        title as "Text", ${userName('t.user_id')} as "By"
      from credit_entry t where ${chosen} and seq > ${after}::bigint order by seq limit ${limit}`,
    ),
  },
  {
    name: 'feedback',
    start: ids,
    ...byUser(
      't.user_id',
      (chosen) => (after) =>
        sql`
      select id::text as cursor, created_at as "When (UTC)", kind as "Kind", message as "Text", page as "Page",
        deployment as "Version", picture is not null as "With a picture", ${userName('t.user_id')} as "By"
      from feedback t where ${chosen} and id > ${after}::uuid order by id limit ${limit}`,
    ),
  },
  {
    name: 'audit-log',
    start: '0',
    organisation: (_, after) => sql`
      select seq::text as cursor, seq as "Number", at as "When (UTC)", act as "Action", subject as "Subject",
        details as "Details", ${userName('t.user_id')} as "By", ip as "Address", hash as "Hash"
      from audit_entry t where seq > ${after}::bigint order by seq limit ${limit}`,
  },
]

const listsAfter = (after: string, chosen: RawBuilder<unknown>): ReturnType<Query> => sql`
  select id::text as cursor, id as "Fieldbook id", name as "Name", category as "Category", kind as "Kind",
    shared as "Shared", size as "Records", created_at as "Created (UTC)", ${userName('t.owner_id')} as "By"
  from saved_item t where ${chosen} and kind <> 'dynamic' and deleted_at is null and id > ${after}::uuid
  order by id limit ${limit}`
