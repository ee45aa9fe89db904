import type { Transaction } from 'kysely'
import { lockedAccount, openAccount, type Account } from '../credits/account.ts'
import { addCredits, grantAddon } from '../credits/grants.ts'
import { periodOf } from '../credits/period.ts'
import { accountNow } from '../credits/roll.ts'
import type { Subscription } from '../../contract/org/customer.ts'
import type { Tables } from '../platform/db/tables.ts'
import { storeSubscription } from '../plans/subscription.ts'
import type { PaidCredits, PaidPeriod } from './paid-periods.ts'

type Trx = Transaction<Tables>

/** Claims the effect of a payment. True the first time only: each has its effect once. */
export const claimOnce = async (trx: Trx, orgId: string, sourceId: string): Promise<boolean> => {
  const row = await trx
    .insertInto('billing_applied')
    .values({ org_id: orgId, source_id: sourceId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('source_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Grants what a period paid for, as if it had been heard of when it was paid; called in the order of payment. `row` is the
 * subscription as of this payment.
 */
export const applyPeriod = async (
  trx: Trx,
  orgId: string,
  period: PaidPeriod,
  row: Subscription,
): Promise<void> => {
  if (!(await claimOnce(trx, orgId, period.invoiceId))) return
  await accountNow(trx, orgId, period.paidAt)
  const account = await lockedAccount(trx, orgId)
  const since = account?.period_start?.getTime() ?? 0
  if (account) await grantLate(trx, account, row, { from: period.start, until: since })
  if (period.end <= since) return
  const at = await firstToGrant(trx, orgId, account, row, [
    Math.max(period.start, since),
    period.paidAt,
  ])
  if (at === null) return
  await storeSubscription(trx, orgId, row)
  if (account) await endAtReset(trx, account, row, at)
  const after = await accountNow(trx, orgId, at)
  if (after !== undefined && after.period_ref !== account?.period_ref)
    await beginAt(trx, after, period.start)
}

/** Months are counted back from the last day, so that one paid from the 31st would begin on the 30th. */
const beginAt = async (trx: Trx, { org_id: orgId }: Account, start: number): Promise<void> => {
  await trx
    .updateTable('credit_account')
    .set({ period_start: new Date(start) })
    .where('org_id', '=', orgId)
    .where('period_start', '<', new Date(start))
    .where('period_end', '>', new Date(start))
    .execute()
}

/** Another interval starts the periods again: the old one ends where the first of them begins. */
const endAtReset = async (
  trx: Trx,
  account: Account,
  row: Subscription,
  at: number,
): Promise<void> => {
  const isOwn = account.period_ref?.startsWith(`${row.id}/`) === true
  const end = periodOf(row, at)?.end.getTime()
  if (!isOwn || account.period_end === null || end === account.period_end.getTime()) return
  await trx
    .updateTable('credit_account')
    .set({ period_end: new Date(at) })
    .where('org_id', '=', account.org_id)
    .execute()
}

/** The first of `moments` whose period may be granted; null without one. A period that has begun and ended is not begun again. */
const firstToGrant = async (
  trx: Trx,
  orgId: string,
  account: Account | undefined,
  row: Subscription,
  moments: readonly number[],
): Promise<number | null> => {
  const isInPeriod = account !== undefined && account.period_ref !== null
  for (const at of moments) {
    const ref = periodOf(row, at)?.ref
    if (ref !== undefined && (isInPeriod || !(await isGranted(trx, orgId, ref)))) return at
  }
  return null
}

const isGranted = async (trx: Trx, orgId: string, sourceRef: string): Promise<boolean> => {
  const entry = await trx
    .selectFrom('credit_entry')
    .select('id')
    .where('org_id', '=', orgId)
    .where('source_ref', '=', sourceRef)
    .executeTakeFirst()
  return entry !== undefined
}

/** Months that were over before their payment was heard of: usable as long as what is left of the period before. */
const grantLate = async (
  trx: Trx,
  account: Account,
  row: Subscription,
  { from, until }: { from: number; until: number },
): Promise<void> => {
  let latest = account
  let period = periodOf(row, from)
  while (period !== null && period.end.getTime() <= until) {
    latest = await addCredits(trx, latest, {
      entry: 'grant',
      kind: 'rollover',
      n: period.credits,
      sourceRef: period.ref,
      expiresAt: latest.period_end,
      title: period.title,
    })
    period = periodOf(row, period.end.getTime())
  }
}

export const applyCredits = async (
  trx: Trx,
  orgId: string,
  { invoiceId, credits }: PaidCredits,
): Promise<void> => {
  if (!(await claimOnce(trx, orgId, invoiceId))) return
  await openAccount(trx, orgId)
  await grantAddon(trx, orgId, {
    n: credits,
    sourceRef: sourceRefOf(invoiceId),
    title: 'Add-on credits',
  })
}

export const sourceRefOf = (invoiceId: string): string => `stripe/${invoiceId}`
