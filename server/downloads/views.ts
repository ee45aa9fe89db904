import { sql, type Transaction } from 'kysely'
import {
  statusLabels,
  typeLabel,
  type HistoryRow,
  type RequestStatus,
} from '../../contract/money/downloads.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import { isPush } from './ports.ts'
import { canRetry, canRetryRows } from './retry-request.ts'
import { isOpen, openStatuses, requestJob, type Request } from './store.ts'

type Trx = Transaction<Tables>
type Asker = { userId: string; role: 'admin' | 'standard' }

export type HistoryQuery = {
  from: number
  size: number
  type?: string | null | undefined
  category?: Category | null | undefined
  status?: RequestStatus | null | undefined
  requestId?: string | null | undefined
  userId?: string | null | undefined
}

/** Newest first: all members' or those of `userId` for an admin, only their own for others (product 2.4). */
export const historyOf = async (
  trx: Trx,
  asker: Asker,
  query: HistoryQuery,
): Promise<{ total: number; history: HistoryRow[] }> => {
  const userId = asker.role === 'admin' ? query.userId : asker.userId
  let found = trx.selectFrom('download_request')
  if (userId) found = found.where('user_id', '=', userId)
  if (query.type) found = found.where('type', '=', query.type)
  if (query.category) found = found.where('category', '=', query.category)
  if (query.status) found = found.where('status', 'in', sameLabel(query.status))
  if (query.requestId) found = found.where('id', '=', query.requestId)
  const { total } = await found
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(query.from)
    .limit(query.size)
    .execute()
  return { total, history: await historyRows(trx, rows) }
}

export const historyRows = async (
  trx: Trx,
  requests: readonly Request[],
): Promise<HistoryRow[]> => {
  const names = await memberNames(
    trx,
    requests.map((request) => request.user_id),
  )
  const withFailures = requests.filter(({ failed }) => failed > 0)
  const errors = await firstErrors(
    trx,
    withFailures.map(({ id }) => id),
  )
  const skippedRows = await countSkipped(
    trx,
    withFailures.filter(({ type }) => isPush(type)).map(({ id }) => id),
  )
  const waits = await readWaits(
    trx,
    requests.filter(isOpen).map(({ id }) => id),
  )
  return requests.map((request) => {
    const waitsUntil = waits.get(request.id)
    const skipped = skippedRows.get(request.id) ?? 0
    return {
      requestId: request.id,
      parentRequestId: request.parent_id,
      type: request.type,
      label: typeLabel(request.type),
      category: request.category,
      status: request.status,
      statusLabel: statusLabels[request.status],
      name: request.name,
      user: { userId: request.user_id, name: names.get(request.user_id) ?? '' },
      rows: {
        requested: request.requested,
        delivered: request.delivered,
        failed: request.failed - skipped,
        owned: request.owned,
        suppressed: request.suppressed,
        ...(skipped > 0 && { skipped }),
      },
      done: request.done,
      ...(waitsUntil && { waitsUntil: waitsUntil.toISOString() }),
      credits: request.charged,
      agreed: request.agreed,
      attempt: request.attempt,
      reason: request.reason,
      needed: request.needed,
      balance: request.balance,
      createdAt: request.created_at.toISOString(),
      updatedAt: request.updated_at.toISOString(),
      file:
        request.file && request.file_expires_at
          ? {
              name: request.file.name,
              format: request.format,
              bytes: request.file.bytes,
              expiresAt: request.file_expires_at.toISOString(),
            }
          : null,
      errors: errors.get(request.id) ?? [],
      canRetry: canRetry(request),
      canRetryFailed: canRetryRows(request),
    }
  })
}

export const underWay = (trx: Trx, userId: string, max: number): Promise<Request[]> =>
  trx
    .selectFrom('download_request')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', openStatuses)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()

/** Two statuses share the label 'Completed' (spec 4). */
const sameLabel = (status: RequestStatus): RequestStatus[] =>
  (Object.keys(statusLabels) as RequestStatus[]).filter(
    (each) => statusLabels[each] === statusLabels[status],
  )

const memberNames = async (trx: Trx, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('member')
    .select(['user_id', 'name', 'email'])
    .where('user_id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.name === '' ? row.email : row.name]))
}

/** Rows that a push left out; a retry takes them up with those that failed. */
const countSkipped = async (trx: Trx, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; skipped: number }>`
    select q.request_id as id, count(*)::int as skipped from request_row q
    join crm_outcome o on o.org_id = q.org_id and o.request_id = q.request_id and o.row = q.row
    where q.request_id = any(${[...ids]}::uuid[]) and q.outcome = 'failed' and o.outcome = 'skipped'
    group by q.request_id`.execute(trx)
  return new Map(rows.map(({ id, skipped }) => [id, skipped]))
}

/** Of postponed requests; a wait of seconds is part of the work. */
const readWaits = async (trx: Trx, ids: readonly string[]): Promise<Map<string, Date>> => {
  if (ids.length === 0) return new Map()
  const jobs = await trx
    .selectFrom('job')
    .select(['id', 'run_at'])
    .where('kind', '=', requestJob)
    .where('id', 'in', ids)
    .where('lease_until', 'is', null)
    .where('run_at', '>', sql<Date>`now() + interval '1 minute'`)
    .execute()
  return new Map(jobs.map((job) => [job.id, job.run_at]))
}

const firstErrors = async (trx: Trx, ids: readonly string[]): Promise<Map<string, string[]>> => {
  const errors = new Map<string, string[]>()
  if (ids.length === 0) return errors
  const { rows } = await sql<{ id: string; name: string; reason: string }>`
    select wanted.id, failed.name, failed.reason from unnest(${[...ids]}::uuid[]) as wanted (id)
    cross join lateral (
      select name, coalesce(reason, 'It failed.') as reason from request_row
      where request_id = wanted.id and outcome = 'failed' order by row limit 5) as failed`.execute(
    trx,
  )
  for (const { id, name, reason } of rows)
    errors.set(id, [...(errors.get(id) ?? []), name === '' ? reason : `${name}: ${reason}`])
  return errors
}
