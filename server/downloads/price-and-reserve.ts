import { sql, type Transaction } from 'kysely'
import { visitsType, type RowOutcome } from '../../contract/money/downloads.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { reserve } from '../credits/ledger.ts'
import { assertAllowed } from '../credits/limits.ts'
import { sortByPrice } from '../credits/price.ts'
import { accountNow } from '../credits/roll.ts'
import { formatCredits } from '../credits/format-credits.ts'
import { chargeOf, endFailed } from './end-request.ts'
import { actOf, isEnrichment } from './ports.ts'
import { changeRun, lockedRun, outcomesOf, type Request } from './store.ts'

type Trx = Transaction<Tables>

/**
 * Visits are free. Owned, suppressed and empty records are free. A price above what was agreed, or above what the member can spend, ends the
 * request with a reason. Resolves to null if it has ended. Throws RunLost.
 */
export const priceAndReserve = async (
  trx: Trx,
  run: Request,
  now: number,
): Promise<Request | null> => {
  const request = await lockedRun(trx, run)
  if (request.type === visitsType)
    return changeRun(trx, request, { status: 'CREDIT_VALIDATION_COMPLETED' })
  const ids = await undecided(trx, request.id)
  const price = await sortByPrice(trx, request.category, ids)
  for (const outcome of ['owned', 'suppressed', 'empty'] as const)
    await markRows(trx, request.id, price[outcome], outcome, null)
  await markRows(trx, request.id, price.unknown, 'failed', 'This record was deleted.')

  const n = price.chargeable.length
  const counts = await outcomesOf(trx, request.id)
  const leaves = counts.delivered + n > 0
  if (!leaves && !isEnrichment(request.type)) {
    await endFailed(trx, request, nothingLeft(counts))
    return null
  }
  if (n > request.agreed) {
    await endFailed(
      trx,
      request,
      `The price is now ${formatCredits(n)}. You agreed to ${request.agreed}, so you weren’t charged.`,
      { needed: n },
    )
    return null
  }
  const { org_id: orgId } = request
  await accountNow(trx, orgId, now)
  const refused = await refusalOf(() =>
    n === 0
      ? assertAllowed(trx, { orgId, userId: request.user_id }, actOf(request.type))
      : reserve(trx, orgId, chargeOf(request), n),
  )
  if (refused) {
    await endFailed(trx, request, refused.message, endOf(refused))
    return null
  }
  return changeRun(trx, request, { ...counts, status: 'CREDIT_VALIDATION_COMPLETED' })
}

const refusalOf = async (work: () => Promise<void>): Promise<ProblemError | null> => {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

const endOf = ({ code, more }: ProblemError): Parameters<typeof endFailed>[3] => {
  if (code !== 'insufficient-credits' && code !== 'cap-reached') return {}
  const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
  return {
    status: 'INSUFFICIENT_CREDITS',
    needed: number(more['needed']),
    balance: number(more['balance'] ?? more['left']),
  }
}

const undecided = async (trx: Trx, id: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('request_row')
    .select('record_id')
    .where('request_id', '=', id)
    .where('outcome', 'is', null)
    .orderBy('row')
    .execute()
  return rows.flatMap(({ record_id: record }) => (record === null ? [] : [record]))
}

const markRows = async (
  trx: Trx,
  id: string,
  records: readonly string[],
  outcome: RowOutcome,
  reason: string | null,
): Promise<void> => {
  if (records.length === 0) return
  await sql`
    update request_row set outcome = ${outcome}, reason = ${reason}
    where request_id = ${id}::uuid and outcome is null and record_id = any(${[...records]}::uuid[])`.execute(
    trx,
  )
}

const nothingLeft = ({ suppressed, failed }: { suppressed: number; failed: number }): string =>
  failed === 0
    ? 'Every record is on a suppression list. You weren’t charged.'
    : suppressed === 0
      ? 'These records were deleted. You weren’t charged.'
      : 'These records are suppressed or deleted. You weren’t charged.'
