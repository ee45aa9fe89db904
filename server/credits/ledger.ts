import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { EntryKind } from '../../contract/money/credits.ts'
import type { Act } from '../../contract/org/members.ts'
import type { Category } from '../../contract/records/records.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { lockedAccount, post, type Account, type NewEntry } from './account.ts'
import { holdOf, moveSpender, refuseDisabled } from './limits.ts'
import { spendLots } from './lots.ts'
import { noteShares } from './thresholds.ts'
import { formatCredits, formatNumber } from './format-credits.ts'

type Trx = Transaction<Tables>

/** `attempt` counts retries by the member; retries of the worker are the same attempt. */
export type Charge = {
  id: string
  attempt?: number
  userId: string
  action: Act
  /** Empty for a single record, so that the ledger stores no person's name. */
  title: string
}

/**
 * At least 1, once per charge. Before it writes, it throws `role-forbidden` for a disabled act, `cap-reached` with needed and
 * left, `insufficient-credits` with needed and balance, and `unavailable` while the account is stopped. For what costs nothing,
 * call `assertAllowed`.
 */
export const reserve = async (
  trx: Trx,
  orgId: string,
  charge: Charge,
  n: number,
): Promise<void> => {
  const account = await lockedAccount(trx, orgId)
  const hold = await holdOf(trx, orgId, charge)
  if (hold.reserve > 0) return
  refuseDisabled(hold.disabled, charge.action)
  checkSpendable(account, n)
  const { cap, spent, reserved } = hold
  const left =
    cap === null ? null : cap - (hold.period_ref === account.period_ref ? spent : 0) - reserved
  if (left !== null && left < n)
    throw new ProblemError(
      'cap-reached',
      `You need ${formatCredits(n)}, and your limit leaves ${formatNumber(Math.max(0, left))} this period. An admin can raise it.`,
      { more: { needed: n, left: Math.max(0, left) } },
    )
  await moveSpender(trx, account, charge.userId, { reserved: n, spent: 0 })
  await post(trx, account, [lineOf(charge, 'reserve', n)])
}

/**
 * Commits one credit for each of `ids` that is new and releases the rest, once per charge. Throws if more records are new than
 * credits were reserved; roll back then.
 */
export const chargeAndRelease = async (
  trx: Trx,
  orgId: string,
  charge: Charge,
  delivered: { category: Category; ids: readonly string[] },
): Promise<{ charged: number }> => {
  const account = await lockedAccount(trx, orgId)
  const hold = await holdOf(trx, orgId, charge)
  if (hold.commit + hold.release > 0) return { charged: hold.commit }
  const entry = uuidv7()
  const charged = await unlock(trx, orgId, charge, delivered, entry)
  if (charged > hold.reserve)
    throw new Error(`${charged} records to charge, but ${hold.reserve} credits reserved`)
  if (hold.reserve === 0 || account === undefined) return { charged: 0 }
  const rest = hold.reserve - charged
  if (charged > 0) await spendLots(trx, orgId, charged)
  await moveSpender(trx, account, charge.userId, { reserved: -hold.reserve, spent: charged })
  const after = await post(trx, account, [
    ...(charged > 0 ? [{ ...lineOf(charge, 'commit', charged), id: entry }] : []),
    ...(rest > 0 ? [lineOf(charge, 'release', rest)] : []),
  ])
  await noteShares(trx, account, after)
  return { charged }
}

export const release = async (trx: Trx, orgId: string, chargeId: string): Promise<void> => {
  const account = await lockedAccount(trx, orgId)
  if (account === undefined) return
  const open = await trx
    .selectFrom('credit_entry')
    .select(['attempt', 'user_id as userId', 'action', 'title', 'n'])
    .where('org_id', '=', orgId)
    .where('request_id', '=', chargeId)
    .where('kind', '=', 'reserve')
    .where(
      sql<boolean>`not exists (select from credit_entry as end_of where end_of.org_id = credit_entry.org_id
        and end_of.request_id = credit_entry.request_id and end_of.attempt = credit_entry.attempt
        and end_of.kind in ('commit', 'release'))`,
    )
    .executeTakeFirst()
  if (!open?.userId || !open.action) return
  const charge: Charge = { ...open, id: chargeId, userId: open.userId, action: open.action }
  await moveSpender(trx, account, charge.userId, { reserved: -open.n, spent: 0 })
  await post(trx, account, [lineOf(charge, 'release', open.n)])
}

const lineOf = (charge: Charge, kind: EntryKind, n: number): NewEntry => ({
  kind,
  n,
  title: charge.title,
  charge: { ...charge, attempt: charge.attempt ?? 1 },
})

function checkSpendable(account: Account | undefined, n: number): asserts account is Account {
  if (account?.stopped_at)
    throw new ProblemError(
      'unavailable',
      'We’re checking your organisation’s credits. You can’t spend any until we’re done.',
      { retryAfterSeconds: 3600 },
    )
  const balance = account === undefined ? 0 : account.posted - account.reserved
  if (account === undefined || balance < n)
    throw new ProblemError(
      'insufficient-credits',
      `You need ${formatCredits(n)} and have ${formatNumber(balance)}.`,
      { more: { needed: n, balance } },
    )
}

const unlock = async (
  trx: Trx,
  orgId: string,
  { userId, action }: Charge,
  { category, ids }: { category: Category; ids: readonly string[] },
  entry: string,
): Promise<number> => {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ n: number }>`
    with fresh as (
      insert into unlock (org_id, category, record_id, by_user, action, entry_id)
      select ${orgId}, ${category}, id, ${userId}, ${action}, ${entry}::uuid
      from unnest(${[...ids]}::uuid[]) as wanted (id)
      on conflict do nothing returning 1
    ) select count(*)::int as n from fresh`.execute(trx)
  return rows[0]?.n ?? 0
}
