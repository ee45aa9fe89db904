import { sql, type Selectable, type Transaction, type UpdateObject } from 'kysely'
import { isOver, type RequestStatus } from '../../contract/money/downloads.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { DownloadRequestRow, Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

export type Request = Selectable<DownloadRequestRow>

/** Statuses a worker has something to do in. */
export const openStatuses = [
  'REQUEST_ACCEPTED',
  'CREDIT_VALIDATION_INPROGRESS',
  'CREDIT_VALIDATION_COMPLETED',
] as const satisfies readonly RequestStatus[]

/** How long a request may wait for a worker, and how long one may show no progress once it was taken (product 2.8); then the sweep ends it. */
export const waitsUntil = sql<Date>`now() + interval '60 minutes'`
const worksUntil = sql<Date>`now() + interval '10 minutes'`

/** The kinds of jobs about requests: carrying one out, and making its file anew. */
export const requestJob = 'request'
export const fileJob = 'file'

/** A request of the organisation of this transaction. */
export const requestOf = (trx: Trx, id: string): Promise<Request | undefined> =>
  trx.selectFrom('download_request').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, nobody else changing it until the transaction ends. */
export const lockedRequest = (trx: Trx, id: string): Promise<Request | undefined> =>
  trx.selectFrom('download_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** A request of the asker's own; an admin's are all of the organisation. Throws `not-found`. */
export const seenRequest = async (
  trx: Trx,
  { userId, role }: Pick<Context, 'userId' | 'role'>,
  id: string,
): Promise<Request> => {
  const request = await requestOf(trx, id)
  if (request && (role === 'admin' || request.user_id === userId)) return request
  throw new ProblemError('not-found', 'We can’t find this. It may have been deleted.')
}

/** Begins a run: from now on whatever an earlier worker still writes is refused. Undefined where there is nothing left to do. */
export const taken = (trx: Trx, id: string): Promise<Request | undefined> =>
  trx
    .updateTable('download_request')
    .set({
      run: sql`run + 1`,
      status: sql`case status when 'REQUEST_ACCEPTED' then 'CREDIT_VALIDATION_INPROGRESS' else status end`,
      deadline_at: worksUntil,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('status', 'in', openStatuses)
    .returningAll()
    .executeTakeFirst()

/** Begins another run of a request that is over, to make its file anew; undefined where it has none. */
export const takenAgain = (trx: Trx, id: string): Promise<Request | undefined> =>
  trx
    .updateTable('download_request')
    .set({ run: sql`run + 1` })
    .where('id', '=', id)
    .where('status', 'not in', openStatuses)
    .where('file', 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** Whether there is still something to do for a request. */
export const isOpen = ({ status }: Pick<Request, 'status'>): boolean => !isOver(status)

/** Thrown where a run is no longer the request's latest, or the request has ended: the worker stops and changes nothing. */
export class RunLost extends Error {}

/** The request of a run, locked; throws RunLost. */
export const lockedRun = async (trx: Trx, run: Request): Promise<Request> => {
  const request = await lockedRequest(trx, run.id)
  if (request?.run !== run.run || !isOpen(request)) throw new RunLost()
  return request
}

/** Changes the request of a run; throws RunLost. */
export const changeRun = async (
  trx: Trx,
  run: Request,
  change: UpdateObject<Tables, 'download_request'>,
): Promise<Request> => {
  const changed = await trx
    .updateTable('download_request')
    .set({ deadline_at: worksUntil, ...change, updated_at: sql`now()` })
    .where('id', '=', run.id)
    .where('run', '=', run.run)
    .where('status', 'in', openStatuses)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) throw new RunLost()
  return changed
}

/** How many rows of a request have which outcome now; the rest have none yet. */
export const outcomesOf = async (
  trx: Trx,
  id: string,
): Promise<{
  asked: number
  delivered: number
  failed: number
  owned: number
  suppressed: number
}> => {
  const { rows } = await sql<{
    asked: number
    delivered: number
    failed: number
    owned: number
    suppressed: number
  }>`
    select count(*)::int as asked,
      (count(*) filter (where outcome in ('delivered', 'owned', 'empty')))::int as delivered,
      (count(*) filter (where outcome = 'failed'))::int as failed,
      (count(*) filter (where outcome = 'owned'))::int as owned,
      (count(*) filter (where outcome = 'suppressed'))::int as suppressed
    from request_row where request_id = ${id}::uuid`.execute(trx)
  return rows[0] ?? { asked: 0, delivered: 0, failed: 0, owned: 0, suppressed: 0 }
}
