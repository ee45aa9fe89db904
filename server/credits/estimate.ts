import type { Transaction } from 'kysely'
import type { Estimate } from '../../contract/money/credits.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Price } from './price.ts'
import { accountNow } from './roll.ts'
import { spendingOf } from './limits.ts'

/** A price in numbers, beside what the organisation and the member can spend at this moment (ms since 1970). */
export const estimateOf = async (
  trx: Transaction<Tables>,
  who: { orgId: string; userId: string },
  price: Price,
  now: number,
): Promise<Estimate> => {
  const account = await accountNow(trx, who.orgId, now)
  const { cap, spent, reserved } = await spendingOf(trx, who, account)
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
