import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Estimate } from '../../contract/money/credits.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { enqueue } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { estimateOf } from '../credits/estimate.ts'
import { reserve } from '../credits/ledger.ts'
import { priceOf } from '../credits/price.ts'
import { added, checkPrice, recordsOf, type Accepting } from './accepting.ts'
import { chargeOf } from './ending.ts'
import type { Asker } from './ports.ts'
import {
  isOpen,
  lockedRequest,
  requestJob,
  seenRequest,
  waitsUntil,
  type Request,
} from './store.ts'

type Trx = Transaction<Tables>

/** A member may try a request again three times (product 2.8). */
const mostAttempts = 4

/** Whether the request may be tried again as it is. */
export const canRetry = ({ status, attempt }: Pick<Request, 'status' | 'attempt'>): boolean =>
  (status === 'REQUEST_FAILED' || status === 'INSUFFICIENT_CREDITS') && attempt < mostAttempts

/** Whether rows of it failed that a request of their own could try again. */
export const canRetryRows = ({ status, failed }: Pick<Request, 'status' | 'failed'>): boolean =>
  failed > 0 && (status === 'REQUEST_PARTIALLY_COMPLETED' || status === 'DOWNLOAD_FILE_GENERATED')

/** Tries a request again: the same one, its next attempt. `first` leaves the rows after it away for good. */
export const triedAgain = async (
  parts: Pick<Accepting, 'now'>,
  trx: Trx,
  asker: Asker,
  { id, agreed, first }: { id: string; agreed: number; first?: number | undefined },
): Promise<Request> => {
  const seen = await seenRequest(trx, asker, id)
  const request = (await lockedRequest(trx, id)) ?? seen
  if (isOpen(request))
    throw new ProblemError('still-running', 'This request is still in progress.', {
      retryAfterSeconds: 5,
    })
  if (!canRetry(request))
    throw notPossible(
      request.attempt >= mostAttempts
        ? 'This was retried three times. Start a new download.'
        : 'You can only retry requests that failed or ran out of credits.',
    )
  const ids = await remaining(trx, id, first)
  const payer = { orgId: asker.orgId, userId: request.user_id }
  await checkPrice(parts, trx, payer, { category: request.category, agreed }, ids)
  await reserve(trx, asker.orgId, { ...chargeOf(request), attempt: request.attempt + 1 }, 0)
  if (first !== undefined)
    await trx
      .deleteFrom('request_row')
      .where('request_id', '=', id)
      .where('row', '>', first)
      .execute()
  await trx
    .updateTable('request_row')
    .set({ outcome: null, reason: null })
    .where('request_id', '=', id)
    .where('outcome', 'in', ['owned', 'suppressed', 'empty', 'failed'])
    .execute()
  const again = await trx
    .updateTable('download_request')
    .set({
      status: 'REQUEST_ACCEPTED',
      attempt: sql`attempt + 1`,
      agreed,
      asked: sql`(select count(*)::int from request_row r
        where r.org_id = download_request.org_id and r.request_id = download_request.id)`,
      ...nothingDone,
      deadline_at: waitsUntil,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await enqueue(trx, { orgId: asker.orgId, kind: requestJob, id })
  return again
}

const nothingDone = {
  delivered: 0,
  failed: 0,
  owned: 0,
  suppressed: 0,
  done: 0,
  reason: null,
  needed: null,
  balance: null,
} as const

/**
 * What trying again would cost now, all of it or its first rows, to whose request it is: their cap holds, whichever admin tries it.
 * Where only some rows failed it is the price of those, for the asker, whose request they become.
 */
export const retryPrice = async (
  { now }: Pick<Accepting, 'now'>,
  trx: Trx,
  asker: Asker,
  { id, first }: { id: string; first?: number | undefined },
): Promise<Estimate> => {
  const request = await seenRequest(trx, asker, id)
  const { category } = request
  if (canRetryRows(request)) {
    const failed = (await failedRows(trx, id)).flatMap(({ recordId }) => recordId ?? [])
    return estimateOf(trx, asker, await priceOf(trx, category, failed), now())
  }
  const price = await priceOf(trx, category, await remaining(trx, id, first))
  return estimateOf(trx, { orgId: asker.orgId, userId: request.user_id }, price, now())
}

const failedRows = (trx: Trx, id: string) =>
  trx
    .selectFrom('request_row')
    .select(['record_id as recordId', 'own'])
    .where('request_id', '=', id)
    .where('outcome', '=', 'failed')
    .orderBy('row')
    .execute()

/** A request of their own for the rows that failed; their parent stays as it is. */
export const failedRowsAgain = async (
  parts: Pick<Accepting, 'now'>,
  trx: Trx,
  asker: Asker,
  { id, newId = uuidv7(), agreed }: { id: string; newId?: string | undefined; agreed: number },
): Promise<Request> => {
  const parent = await seenRequest(trx, asker, id)
  if (!canRetryRows(parent)) throw notPossible('No rows failed in this request.')
  const rows = await failedRows(trx, id)
  const { type, category, format, columns, own_columns: own } = parent
  const again = rows.map((row) => ({
    recordId: row.recordId,
    ...(row.own ? { own: row.own } : {}),
  }))
  await checkPrice(parts, trx, asker, { category, agreed }, recordsOf(again))
  const { userId } = asker
  await reserve(trx, asker.orgId, { ...chargeOf(parent), id: newId, attempt: 1, userId }, 0)
  return added(trx, asker, {
    id: newId,
    parentId: id,
    type,
    category,
    format,
    columns,
    own,
    agreed,
    name: parent.name,
    rows: again,
  })
}

const remaining = async (trx: Trx, id: string, first: number | undefined): Promise<string[]> => {
  let query = trx
    .selectFrom('request_row')
    .select('record_id')
    .where('request_id', '=', id)
    .where('record_id', 'is not', null)
    .where((is) => is.or([is('outcome', 'is', null), is('outcome', '!=', 'delivered')]))
    .orderBy('row')
  if (first !== undefined) query = query.where('row', '<=', first)
  const rows = await query.execute()
  return rows.flatMap(({ record_id: record }) => (record === null ? [] : [record]))
}

const notPossible = (detail: string): ProblemError =>
  new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '/id', code: 'not-retryable', detail }],
  })
