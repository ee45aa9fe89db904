import { sql, type Selectable, type Transaction, type UpdateObject } from 'kysely'
import { isOver, type RequestStatus } from '../../contract/money/downloads.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound } from '../platform/http/problem-error.ts'
import type { DownloadRequestRow, Tables } from '../platform/db/tables.ts'
import { bareType } from './ports.ts'

type Trx = Transaction<Tables>

export type Request = Selectable<DownloadRequestRow>

export const openStatuses = [
  'REQUEST_ACCEPTED',
  'CREDIT_VALIDATION_INPROGRESS',
  'CREDIT_VALIDATION_COMPLETED',
] as const satisfies readonly RequestStatus[]

/** Waiting for a worker, and claimed without progress (product 2.8); then the sweep ends the request. */
export const waitsUntil = sql<Date>`now() + interval '60 minutes'`
/** Of a postponed request, `at` in ms since 1970. */
export const waitsUntilAfter = (at: number) =>
  sql<Date>`greatest(now(), ${new Date(at)}::timestamptz) + interval '60 minutes'`
const worksUntil = sql<Date>`now() + interval '10 minutes'`

export const requestJob = 'request'
export const fileJob = 'file'

/** Of the CRM that a request of this type is pushed to, now. */
export const mappingVersion = (type: string) =>
  sql<number | null>`(select mapping_version from crm_connection
    where connector = ${bareType(type)} and state <> 'disconnected')`

export const requestOf = (trx: Trx, id: string): Promise<Request | undefined> =>
  trx.selectFrom('download_request').selectAll().where('id', '=', id).executeTakeFirst()

export const lockedRequest = (trx: Trx, id: string): Promise<Request | undefined> =>
  trx.selectFrom('download_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Of the caller, or any for an admin. Throws `not-found`. */
export const seenRequest = async (
  trx: Trx,
  { userId, role }: Pick<Context, 'userId' | 'role'>,
  id: string,
): Promise<Request> => {
  const request = await requestOf(trx, id)
  if (request && (role === 'admin' || request.user_id === userId)) return request
  throw notFound()
}

/** Later writes of earlier runs fail; undefined if the request has ended. */
export const claimRun = (trx: Trx, id: string): Promise<Request | undefined> =>
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

export const claimRebuild = (trx: Trx, id: string): Promise<Request | undefined> =>
  trx
    .updateTable('download_request')
    .set({ run: sql`run + 1` })
    .where('id', '=', id)
    .where('status', 'not in', openStatuses)
    .where('file', 'is not', null)
    .returningAll()
    .executeTakeFirst()

export const isOpen = ({ status }: Pick<Request, 'status'>): boolean => !isOver(status)

/** A newer run exists or the request has ended: the worker stops and changes nothing. */
export class RunLost extends Error {}

export const lockedRun = async (trx: Trx, run: Request): Promise<Request> => {
  const request = await lockedRequest(trx, run.id)
  if (request?.run !== run.run || !isOpen(request)) throw new RunLost()
  return request
}

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

/** `delivered` includes owned and empty rows. */
export type Outcomes = Record<'requested' | 'delivered' | 'failed' | 'owned' | 'suppressed', number>

export const outcomesOf = async (trx: Trx, id: string): Promise<Outcomes> => {
  const { rows } = await sql<Outcomes>`
    select count(*)::int as requested,
      (count(*) filter (where outcome in ('delivered', 'owned', 'empty')))::int as delivered,
      (count(*) filter (where outcome = 'failed'))::int as failed,
      (count(*) filter (where outcome = 'owned'))::int as owned,
      (count(*) filter (where outcome = 'suppressed'))::int as suppressed
    from request_row where request_id = ${id}::uuid`.execute(trx)
  return rows[0] ?? { requested: 0, delivered: 0, failed: 0, owned: 0, suppressed: 0 }
}
