import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { visitsType } from '../../contract/money/downloads.ts'
import type { Estimate } from '../../contract/money/credits.ts'
import type { ConflictDecisions } from '../../contract/money/crm.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { enqueue } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { estimateOf } from '../credits/estimate.ts'
import { assertAllowed } from '../credits/limits.ts'
import { sortByPrice } from '../credits/price.ts'
import {
  checkDecisions,
  checkPrice,
  insertRequest,
  recordsOf,
  type AcceptParts,
} from './accept-request.ts'
import { actOf, type Asker } from './ports.ts'
import {
  isOpen,
  lockedRequest,
  mappingVersion,
  requestJob,
  seenRequest,
  waitsUntil,
  type Request,
} from './store.ts'

type Trx = Transaction<Tables>

/** Decisions add to those of the request, and replace them. */
type Again = { agreed: number; decisions?: ConflictDecisions | undefined }

/** Three retries (product 2.8). */
const maxAttempts = 4

export const canRetry = ({ status, attempt }: Pick<Request, 'status' | 'attempt'>): boolean =>
  (status === 'REQUEST_FAILED' || status === 'INSUFFICIENT_CREDITS') && attempt < maxAttempts

/** A deleted visit is not there the next time either. */
export const canRetryRows = ({
  type,
  status,
  failed,
}: Pick<Request, 'type' | 'status' | 'failed'>): boolean =>
  type !== visitsType &&
  failed > 0 &&
  (status === 'REQUEST_PARTIALLY_COMPLETED' || status === 'DOWNLOAD_FILE_GENERATED')

/** `first` drops all rows after it permanently. */
export const retryRequest = async (
  parts: Pick<AcceptParts, 'now'>,
  trx: Trx,
  asker: Asker,
  { id, agreed, first, decisions }: { id: string; first?: number | undefined } & Again,
): Promise<Request> => {
  const seen = await seenRequest(trx, asker, id)
  const request = (await lockedRequest(trx, id)) ?? seen
  if (isOpen(request))
    throw new ProblemError('still-running', 'This request is still in progress.', {
      retryAfterSeconds: 5,
    })
  if (!canRetry(request))
    throw notPossible(
      request.attempt >= maxAttempts
        ? 'This was retried three times. Start a new download.'
        : 'You can only retry requests that failed or ran out of credits.',
    )
  checkDecisions(request.type, decisions)
  const { payer, ids } = await retryCharge(trx, asker, request, first)
  await checkPrice(parts, trx, payer, { category: request.category, agreed }, ids)
  await assertAllowed(trx, payer, actOf(request.type))
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
      decisions: JSON.stringify({ ...request.decisions, ...decisions }),
      mapping_version: mappingVersion(request.type),
      requested: sql`(select count(*)::int from request_row r
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
 * Charged to the request's owner: their cap applies even if an admin retries. For failed rows only, the price for the caller, who
 * will own the new request.
 */
export const retryPrice = async (
  { now }: Pick<AcceptParts, 'now'>,
  trx: Trx,
  asker: Asker,
  { id, first }: { id: string; first?: number | undefined },
): Promise<Estimate> => {
  const request = await seenRequest(trx, asker, id)
  const { payer, ids } = canRetryRows(request)
    ? { payer: asker, ids: recordsOf(await failedRows(trx, id)) }
    : await retryCharge(trx, asker, request, first)
  return estimateOf(trx, payer, await sortByPrice(trx, request.category, ids), now())
}

const retryCharge = async (
  trx: Trx,
  { orgId }: Asker,
  { id, type, user_id: userId }: Request,
  first: number | undefined,
): Promise<{ payer: { orgId: string; userId: string }; ids: string[] }> => ({
  payer: { orgId, userId },
  ids: type === visitsType ? [] : await remaining(trx, id, first),
})

const failedRows = (trx: Trx, id: string) =>
  trx
    .selectFrom('request_row')
    .select(['record_id as recordId', 'own'])
    .where('request_id', '=', id)
    .where('outcome', '=', 'failed')
    .orderBy('row')
    .execute()

export const retryFailedRows = async (
  parts: Pick<AcceptParts, 'now'>,
  trx: Trx,
  asker: Asker,
  { id, newId = uuidv7(), agreed, decisions }: { id: string; newId?: string | undefined } & Again,
): Promise<Request> => {
  const parent = await seenRequest(trx, asker, id)
  if (!canRetryRows(parent)) throw notPossible('No rows failed in this request.')
  checkDecisions(parent.type, decisions)
  const rows = await failedRows(trx, id)
  const { type, category, format, columns, own_columns: own } = parent
  const again = rows.map((row) => ({
    recordId: row.recordId,
    ...(row.own ? { own: row.own } : {}),
  }))
  await checkPrice(parts, trx, asker, { category, agreed }, recordsOf(again))
  await assertAllowed(trx, asker, actOf(type))
  return insertRequest(trx, asker, {
    id: newId,
    parentId: id,
    type,
    category,
    format,
    columns,
    own,
    agreed,
    decisions: { ...parent.decisions, ...decisions },
    name: parent.name,
    rows: again,
  })
}

/** What a retry would send again. Throws `not-found`. */
export const retriedOf = async (
  trx: Trx,
  asker: Asker,
  id: string,
): Promise<{ ids: string[]; isChild: boolean; decisions: ConflictDecisions }> => {
  const request = await seenRequest(trx, asker, id)
  const isOfRows = canRetryRows(request)
  return {
    ids: isOfRows ? recordsOf(await failedRows(trx, id)) : await remaining(trx, id, undefined),
    isChild: isOfRows || request.parent_id !== null,
    decisions: request.decisions ?? {},
  }
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
