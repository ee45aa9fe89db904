import { sql, type Transaction } from 'kysely'
import type { Subscription } from '../../contract/org/customer.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import { openAccount, post, type Account } from './account.ts'
import { addCredits } from './grants.ts'
import { monthsFrom, periodOf, type Period } from './period.ts'
import { subscriptionOf } from '../customer/customer.ts'

type Trx = Transaction<Tables>

/** Closes past periods and grants the credits of new ones; undefined if credits were never granted. */
export const accountNow = async (
  trx: Trx,
  orgId: string,
  now: number,
): Promise<Account | undefined> => {
  const subscription = await subscriptionOf(trx)
  const known = await trx
    .selectFrom('credit_account')
    .selectAll()
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  if (!isDue(known, subscription, now) && !(await hasExpired(trx, orgId, now))) return known
  return roll(trx, await openAccount(trx, orgId), subscription, now)
}

export const rollDuePeriods = async (db: Database, now: number): Promise<void> => {
  const accounts = await db.owner.selectFrom('credit_account').select('org_id').execute()
  for (const { org_id: orgId } of accounts)
    await db.asOrg(orgId, (trx) => accountNow(trx, orgId, now))
}

const isDue = (
  account: Account | undefined,
  subscription: Subscription | null,
  now: number,
): boolean => {
  if (account?.period_end && account.period_end.getTime() <= now) return true
  const period = periodOf(subscription, now)
  if (period === null) return false
  if (account === undefined || !isSame(account, subscription)) return true
  return period.credits > (account.period_credits ?? 0) || isExtended(account, period)
}

const hasExpired = async (trx: Trx, orgId: string, now: number): Promise<boolean> => {
  const lot = await trx
    .selectFrom('credit_lot')
    .select('id')
    .where('org_id', '=', orgId)
    .where('remaining', '>', 0)
    .where('kind', '=', 'rollover')
    .where('expires_at', '<=', new Date(now))
    .limit(1)
    .executeTakeFirst()
  return lot !== undefined
}

/** Rolls one period at a time, so that a server that was off for months writes the same ledger. */
const roll = async (
  trx: Trx,
  opened: Account,
  subscription: Subscription | null,
  now: number,
): Promise<Account> => {
  let account = opened
  for (;;) {
    const end = account.period_end?.getTime()
    const over = end !== undefined && end <= now
    const next = periodOf(subscription, over ? end : now)
    if (!over && next === null) break
    if (!over && next !== null && isSame(account, subscription)) {
      account = await topUp(trx, account, next, now)
      break
    }
    if (account.period_ref !== null) account = await close(trx, account, next, now)
    account = await begin(trx, account, next)
  }
  return expire(trx, account, sql`expires_at <= ${new Date(now)}`, 'Rolled-over credits expired')
}

/** The period goes on while its subscription does, even if a changed last day would divide the months differently. */
const isSame = (account: Account, subscription: Subscription | null): boolean =>
  subscription !== null &&
  account.period_ref?.startsWith(`${subscription.id}/`) === true &&
  account.period_ref.endsWith('/trial') === (subscription.status === 'trialing')

/** A trial whose last day was moved. */
const isExtended = (account: Account, period: Period): boolean =>
  period.ref === account.period_ref && period.end.getTime() !== account.period_end?.getTime()

/** More seats or a larger plan within a period: the rest of the period's share of what is added, at once. Fewer count from the next. */
const topUp = async (trx: Trx, account: Account, period: Period, now: number): Promise<Account> => {
  const { credits, title } = period
  const before = account.period_credits ?? 0
  const start = account.period_start?.getTime() ?? now
  const end = account.period_end?.getTime() ?? now
  if (isExtended(account, period))
    return trx
      .updateTable('credit_account')
      .set({ period_end: period.end })
      .where('org_id', '=', account.org_id)
      .returningAll()
      .executeTakeFirstOrThrow()
  if (credits <= before || end <= start) return account
  const share = (end - Math.max(now, start)) / (end - start)
  const n = Math.floor((credits - before) * share)
  const raised = await trx
    .updateTable('credit_account')
    .set({ period_credits: credits })
    .where('org_id', '=', account.org_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (n === 0) return raised
  return addCredits(trx, raised, {
    entry: 'grant',
    kind: 'subscription',
    n,
    sourceRef: `${account.period_ref}/${credits}`,
    expiresAt: account.period_end,
    title: `${title}, more users or a larger plan`,
  })
}

/** Credits that rolled over into the ending period expire; its own unspent credits roll over, at most one period's worth. */
const close = async (
  trx: Trx,
  account: Account,
  next: Period | null,
  now: number,
): Promise<Account> => {
  const after = await expire(trx, account, sql`true`, 'Rolled-over credits expired')
  const end = account.period_end?.getTime() ?? now
  const usable = Math.min(end, now)
  const until = next ? next.end : new Date(monthsFrom(usable, 1))
  await trx
    .updateTable('credit_lot')
    .set({ kind: 'rollover', expires_at: until })
    .where('org_id', '=', account.org_id)
    .where('kind', '=', 'subscription')
    .where('remaining', '>', 0)
    .execute()
  return expireBeyond(trx, after, account.period_credits ?? 0)
}

const begin = async (trx: Trx, account: Account, period: Period | null): Promise<Account> => {
  const updated = await trx
    .updateTable('credit_account')
    .set({
      period_ref: period?.ref ?? null,
      period_credits: period?.credits ?? null,
      period_start: period?.start ?? null,
      period_end: period?.end ?? null,
      // Usually 0; a subscription that was changed and changed back continues its earlier count.
      spent: sql`(select coalesce(sum(n), 0)::int from credit_entry where org_id = ${account.org_id}
        and kind = 'commit' and period_ref = ${period?.ref ?? null})`,
    })
    .where('org_id', '=', account.org_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (period === null) return updated
  return addCredits(trx, updated, {
    entry: 'grant',
    kind: 'subscription',
    n: period.credits,
    sourceRef: period.ref,
    expiresAt: period.end,
    title: period.title,
  })
}

type Lot = { id: string; remaining: number }

/** Expires rolled-over lots. Reserved credits are skipped; they expire at the next roll unless they are spent. */
const expire = async (
  trx: Trx,
  account: Account,
  which: ReturnType<typeof sql>,
  title: string,
): Promise<Account> => {
  const { rows } = await sql<Lot>`
    select id, remaining from credit_lot
    where org_id = ${account.org_id} and kind = 'rollover' and remaining > 0 and ${which}
    order by expires_at, created_at, id`.execute(trx)
  const all = rows.reduce((sum, lot) => sum + lot.remaining, 0)
  return takeAway(trx, account, rows, all, title)
}

const expireBeyond = async (trx: Trx, account: Account, max: number): Promise<Account> => {
  const { rows } = await sql<Lot>`
    select id, remaining from credit_lot
    where org_id = ${account.org_id} and kind = 'rollover' and remaining > 0
    order by created_at, id`.execute(trx)
  const all = rows.reduce((sum, lot) => sum + lot.remaining, 0)
  return takeAway(trx, account, rows, all - max, 'Over the rollover limit of one month')
}

const takeAway = async (
  trx: Trx,
  account: Account,
  lots: readonly Lot[],
  wanted: number,
  title: string,
): Promise<Account> => {
  let left = Math.min(wanted, account.posted - account.reserved)
  if (left <= 0) return account
  const ended = left
  for (const lot of lots) {
    const n = Math.min(left, lot.remaining)
    if (n === 0) break
    await trx
      .updateTable('credit_lot')
      .set({ remaining: sql`remaining - ${n}` })
      .where('org_id', '=', account.org_id)
      .where('id', '=', lot.id)
      .execute()
    left -= n
  }
  return post(trx, account, [{ kind: 'expire', n: ended, title }])
}
