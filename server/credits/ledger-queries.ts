import { sql, type RawBuilder, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { EndpointOutput, EndpointParsedInput } from '../../contract/core/endpoint.ts'
import { LedgerEntry, type Credits, type creditsEndpoints } from '../../contract/money/credits.ts'
import { spendingOf } from './limits.ts'
import { waitsForDecision } from './refunds.ts'
import { accountNow } from './roll.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
type Actor = Pick<Context, 'orgId' | 'userId' | 'role'>
type Calls = typeof creditsEndpoints

export const creditsOf = async (trx: Trx, actor: Actor, now: number): Promise<Credits> => {
  const { orgId } = actor
  const account = await accountNow(trx, orgId, now)
  const mine = await spendingOf(trx, actor, account)
  const { rows } = await sql<Credits['parts'] & Pick<Credits, 'notice'>>`
    select coalesce(sum(remaining) filter (where kind = 'subscription'), 0)::int as subscription,
      coalesce(sum(remaining) filter (where kind = 'rollover'), 0)::int as rollover,
      coalesce(sum(remaining) filter (where kind = 'addon'), 0)::int as addon,
      (select share from credit_notice where org_id = ${orgId}
        and period_ref = ${account?.period_ref ?? null} order by share::int desc limit 1) as notice
    from credit_lot where org_id = ${orgId}`.execute(trx)
  const waiting = trx.selectFrom('credit_claim').where('org_id', '=', orgId).where(waitsForDecision)
  const { claims } = await (
    actor.role === 'admin' ? waiting : waiting.where('by_user', '=', actor.userId)
  )
    .select(sql<number>`count(*)::int`.as('claims'))
    .executeTakeFirstOrThrow()
  const { notice = null, ...parts } = rows[0] ?? { subscription: 0, rollover: 0, addon: 0 }
  const { period_credits: credits, period_start: start, period_end: end } = account ?? {}
  return {
    balance: account?.posted ?? 0,
    reserved: account?.reserved ?? 0,
    parts,
    period:
      credits && start && end
        ? { credits, start: start.toISOString(), end: end.toISOString() }
        : null,
    spent: account?.spent ?? 0,
    mine,
    notice,
    claims,
  }
}

/** Newest first: all entries for admins, their own for other members. */
export const ledgerOf = async (
  trx: Trx,
  actor: Actor,
  { from, size, kind, userId, requestId }: EndpointParsedInput<Calls['ledger']>,
): Promise<EndpointOutput<Calls['ledger']>> => {
  const chosen = sql.join(
    [
      visibleTo(actor),
      ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
      ...(userId === undefined ? [] : [sql`e.user_id = ${userId}`]),
      ...(requestId === undefined ? [] : [sql`e.request_id = ${requestId}`]),
    ],
    sql` and `,
  )
  const { rows } = await sql<LedgerEntry>`
    select e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.kind, e.action,
      e.delta, e.reserved_delta as "reservedDelta", e.balance, e.reserved,
      e.user_id as "userId", coalesce(nullif(m.name, ''), nullif(m.email, '')) as "userName",
      e.request_id as "requestId", ${title} as title,
      case when e.kind = 'commit' then e.n else 0 end as records
    from credit_entry e left join member m on m.org_id = e.org_id and m.user_id = e.user_id
    left join lateral (${onlyRecord}) r on true
    left join company c on r.category = 'company' and c.id = r.record_id
    left join person p on r.category = 'people' and p.id = r.record_id
    where ${chosen} order by e.seq desc limit ${size} offset ${from}`.execute(trx)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from credit_entry e where ${chosen}`.execute(trx)
  return {
    success: true,
    total: counted.rows[0]?.total ?? 0,
    entries: z.parse(z.array(LedgerEntry), rows),
  }
}

// Names are looked up here instead of stored in the ledger, so that the ledger never names a removed person.
const onlyRecord = sql`select u.category, u.record_id from credit_entry paid
    join unlock u on u.org_id = paid.org_id and u.entry_id = paid.id
  where e.title = '' and paid.org_id = e.org_id and paid.request_id = e.request_id
    and paid.attempt = e.attempt and paid.kind = 'commit'
  union all
  select split_part(e.source_ref, '/', 2), split_part(e.source_ref, '/', 3)::uuid where e.kind = 'refund'
  limit 1`
const recordName = sql`coalesce(c.doc->>'name', p.doc->>'name', 'A record that is no longer there')`
const title = sql`case when e.kind = 'refund' then ${recordName} || ': ' || e.title
  when e.title <> '' then e.title
  when r.record_id is not null then ${recordName} else 'One record' end`

/** Throws `not-found`, also for an entry that the caller may not see. */
export const recordsOfEntry = async (
  trx: Trx,
  actor: Actor,
  { id, from, size }: EndpointParsedInput<Calls['ledgerRecords']>,
): Promise<EndpointOutput<Calls['ledgerRecords']>> => {
  const entry = await sql<{ kind: string; n: number }>`
    select e.kind, e.n from credit_entry e where e.id = ${id} and ${visibleTo(actor)}`.execute(trx)
  const [line] = entry.rows
  if (line === undefined) throw notFound()
  const { rows } = await sql<EndpointOutput<Calls['ledgerRecords']>['records'][number]>`
    select u.record_id as id, u.category,
      ${recordName} as name
    from unlock u
    left join company c on u.category = 'company' and c.id = u.record_id
    left join person p on u.category = 'people' and p.id = u.record_id
    where u.org_id = ${actor.orgId} and u.entry_id = ${id}
    order by name, id limit ${size} offset ${from}`.execute(trx)
  return { total: line.kind === 'commit' ? line.n : 0, records: rows }
}

/** Days are in the organisation's time zone; only the caller's spending unless they are an admin. */
export const usageOf = async (
  trx: Trx,
  actor: Actor,
  since: number,
): Promise<EndpointOutput<Calls['creditsUsage']>> => {
  const { rows } = await sql<Day>`
    select day, jsonb_object_agg(action, n) filter (where action is not null) as spent,
      coalesce(sum(n) filter (where action is null), 0)::int as refunded
    from (
      select to_char(e.at at time zone ${sql`(select case country when 'NZ' then 'Pacific/Auckland'
          else 'Australia/Sydney' end from (select max(country) as country from customer) as its)`}, 'YYYY-MM-DD') as day,
        e.action, sum(e.n)::int as n
      from credit_entry e
      where e.kind in ('commit', 'refund') and e.at >= ${new Date(since)} and ${visibleTo(actor)}
      group by 1, 2) as counted
    group by day order by day`.execute(trx)
  return { days: rows.map((row) => ({ ...row, spent: row.spent ?? {} })) }
}

type Day = {
  day: string
  spent: EndpointOutput<Calls['creditsUsage']>['days'][number]['spent'] | null
  refunded: number
}

const visibleTo = ({ orgId, userId, role }: Actor): RawBuilder<unknown> =>
  role === 'admin' ? sql`e.org_id = ${orgId}` : sql`e.org_id = ${orgId} and e.user_id = ${userId}`
