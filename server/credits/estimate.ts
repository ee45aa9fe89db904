import type { Transaction } from 'kysely'
import type { Estimate } from '../../contract/money/credits.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { RecordsByPrice } from './price.ts'
import { accountNow } from './roll.ts'
import { formatCredits } from './format-credits.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { spendingOf } from './limits.ts'

/** Throws `price-changed` with the estimate. */
export const assertAgreed = async (
  trx: Transaction<Tables>,
  member: { orgId: string; userId: string },
  price: RecordsByPrice,
  agreed: number,
  now: number,
): Promise<void> => {
  const n = price.chargeable.length
  if (n <= agreed) return
  throw new ProblemError(
    'price-changed',
    `The price is now ${formatCredits(n)}. You agreed to ${agreed}.`,
    { more: { estimate: await estimateOf(trx, member, price, now) } },
  )
}

export const estimateOf = async (
  trx: Transaction<Tables>,
  member: { orgId: string; userId: string },
  price: RecordsByPrice,
  now: number,
): Promise<Estimate> => {
  const account = await accountNow(trx, member.orgId, now)
  const { cap, spent, reserved } = await spendingOf(trx, member, account)
  const counts = {
    owned: price.owned.length,
    suppressed: price.suppressed.length,
    empty: price.empty.length,
    chargeable: price.chargeable.length,
  }
  const balance = account === undefined ? 0 : account.posted - account.reserved
  return {
    total: counts.owned + counts.suppressed + counts.empty + counts.chargeable,
    ...counts,
    balance,
    after: balance - counts.chargeable,
    capLeft: cap === null ? null : Math.max(0, cap - spent - reserved),
  }
}
