import { sql, type Transaction } from 'kysely'
import { openAccount, post } from '../credits/account.ts'
import type { Tables } from '../platform/db/tables.ts'
import { sourceRefOf } from './apply-periods.ts'
import type { PaidCredits } from './paid-periods.ts'
import type { MoneyBack } from './provider-state.ts'

type Trx = Transaction<Tables>

/** Statuses of disputes in which the bank has revoked the money. */
const withdrawnStatuses = new Set(['needs_response', 'under_review', 'lost'])

/** A refund that has succeeded, or a dispute that takes money unless it is won. */
export const isWithdrawn = ({ kind, status }: MoneyBack): boolean =>
  kind === 'refund' ? status === 'succeeded' : withdrawnStatuses.has(status ?? '')

/**
 * Takes back the unspent credits that are no longer paid for, in proportion and rounded down, or gives them back if the money
 * stays after all. Resolves to how many were revoked.
 */
export const settleCredits = async (
  trx: Trx,
  orgId: string,
  paid: PaidCredits,
  moneyBack: readonly MoneyBack[],
): Promise<number> => {
  const lost = moneyBack
    .filter((each) => isWithdrawn(each) && paid.paymentIntents.includes(each.paymentIntent ?? ''))
    .reduce((sum, { amount }) => sum + amount, 0)
  const target = paid.total <= 0 ? 0 : Math.floor(paid.credits * Math.min(1, lost / paid.total))
  const ref = sourceRefOf(paid.invoiceId)
  const { revoked, entries } = await revokedSoFar(trx, orgId, ref)
  if (target === revoked) return 0
  const account = await openAccount(trx, orgId)
  const lot = await trx
    .selectFrom('credit_lot')
    .select(['id', 'remaining'])
    .where('org_id', '=', orgId)
    .where('source_ref', '=', ref)
    .executeTakeFirst()
  if (lot === undefined) return 0
  // Reserved credits are not unspent; what is released is revoked by a later sync.
  const maxRevoked = Math.min(lot.remaining, account.posted - account.reserved)
  const change = target > revoked ? -Math.min(target - revoked, maxRevoked) : revoked - target
  if (change === 0) return 0
  await trx
    .updateTable('credit_lot')
    .set({ remaining: sql`remaining + ${change}` })
    .where('org_id', '=', orgId)
    .where('id', '=', lot.id)
    .execute()
  await post(trx, account, [
    {
      kind: change < 0 ? 'expire' : 'grant',
      n: Math.abs(change),
      title: change < 0 ? 'Add-on credits, paid back' : 'Add-on credits, payment confirmed',
      sourceRef: `${ref}/${entries + 1}`,
    },
  ])
  return Math.max(0, -change)
}

const revokedSoFar = async (
  trx: Trx,
  orgId: string,
  ref: string,
): Promise<{ revoked: number; entries: number }> => {
  const { rows } = await sql<{ revoked: number; entries: number }>`
    select coalesce(sum(-delta), 0)::int as revoked, count(*)::int as entries from credit_entry
    where org_id = ${orgId} and starts_with(source_ref, ${`${ref}/`})`.execute(trx)
  return rows[0] ?? { revoked: 0, entries: 0 }
}
