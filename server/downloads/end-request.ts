import { sql, type Transaction } from 'kysely'
import { visitsType, type RequestStatus } from '../../contract/money/downloads.ts'
import { completeJob } from '../platform/db/queue.ts'
import type { StoredFile, Tables } from '../platform/db/tables.ts'
import { audit } from '../audit/audit.ts'
import { release, chargeAndRelease, type Charge } from '../credits/ledger.ts'
import { actOf, isPush, type Target } from './ports.ts'
import { changeRun, outcomesOf, requestJob, type Outcomes, type Request } from './store.ts'

type Trx = Transaction<Tables>

export const chargeOf = (request: Request): Charge => ({
  id: request.id,
  attempt: request.attempt,
  userId: request.user_id,
  action: actOf(request.type),
  // A request for a single record may carry a person's name, and the ledger is never deleted: it looks the name up when it is read.
  title: request.requested === 1 ? '' : request.name,
})

/** Files, and leftovers of failed runs, are stored for seven days (product 2.8); later they are rebuilt on demand. */
export const fileExpiry = sql<Date>`now() + interval '7 days'`

/**
 * In this transaction: unlocks and charges what was delivered, releases the rest, publishes the file and completes the job.
 * Throws RunLost and changes nothing then. Lock the run first.
 */
export const endDelivered = async (
  trx: Trx,
  request: Request,
  target: Pick<Target, 'ends'>,
  file: StoredFile | null,
): Promise<void> => {
  await markRest(trx, request, 'delivered', null)
  const more = { file: file && JSON.stringify(file) }
  if (request.type === visitsType)
    return endRun(trx, request, target.ends, await outcomesOf(trx, request.id), more)
  const charged = await chargeDelivered(trx, request)
  const counts = await outcomesOf(trx, request.id)
  const pushed = target.ends === 'REQUEST_COMPELETED'
  if (pushed && counts.delivered === 0) {
    const isFree = charged === request.charged
    await endRun(trx, request, 'REQUEST_FAILED', counts, {
      ...(!isFree && { charged }),
      reason: isFree ? 'No rows were accepted. You weren’t charged.' : 'No rows were accepted.',
    })
    return
  }
  const partly = pushed && counts.failed > 0
  await endRun(trx, request, partly ? 'REQUEST_PARTIALLY_COMPLETED' : target.ends, counts, {
    charged,
    ...more,
  })
}

/** What the target has already delivered, and used rows, are charged; otherwise nothing is. */
export const endFailed = async (
  trx: Trx,
  request: Request,
  reason: string,
  more: { status?: RequestStatus; needed?: number; balance?: number } = {},
): Promise<void> => {
  const pushed = isPush(request.type)
  if (pushed) {
    await failUnanswered(trx, request, reason)
    await deliverUsed(trx, request, reason)
  }
  const { delivered } = await trx
    .selectFrom('request_row')
    .select(sql<number>`count(*)::int`.as('delivered'))
    .where('request_id', '=', request.id)
    .where('outcome', 'in', pushed ? ['delivered', 'owned', 'empty'] : ['delivered'])
    .executeTakeFirstOrThrow()
  const { status = 'REQUEST_FAILED', ...numbers } = more
  if (delivered === 0) {
    await release(trx, request.org_id, request.id)
    const counts = await outcomesOf(trx, request.id)
    await endRun(trx, request, status, counts, { reason, ...numbers })
    return
  }
  await markRest(trx, request, 'failed', reason)
  const charged = await chargeDelivered(trx, request)
  const counts = await outcomesOf(trx, request.id)
  await endRun(
    trx,
    request,
    counts.delivered > 0 ? 'REQUEST_PARTIALLY_COMPLETED' : status,
    counts,
    {
      charged,
      reason,
    },
  )
}

/** Owned records are delivered by a push only once the CRM has answered. */
const failUnanswered = async (trx: Trx, request: Request, reason: string): Promise<void> => {
  await sql`
    update request_row q set outcome = 'failed', reason = ${reason}
    where q.request_id = ${request.id}::uuid and q.outcome in ('owned', 'empty')
      and not exists (select from crm_outcome o where o.request_id = q.request_id and o.row = q.row)`.execute(
    trx,
  )
}

/** They are paid for (044), and what became of them is unknown. */
const deliverUsed = async (trx: Trx, request: Request, reason: string): Promise<void> => {
  await trx
    .updateTable('request_row')
    .set({ outcome: 'delivered', reason })
    .where('request_id', '=', request.id)
    .where('outcome', 'is', null)
    .where('used', '=', true)
    .execute()
}

const markRest = async (
  trx: Trx,
  request: Request,
  outcome: 'delivered' | 'failed',
  reason: string | null,
): Promise<void> => {
  await trx
    .updateTable('request_row')
    .set({ outcome, reason })
    .where('request_id', '=', request.id)
    .where('outcome', 'is', null)
    .execute()
}

/** Rows that failed after their contact details were used count as delivered until here: they are paid for (044). */
const failPaid = async (trx: Trx, request: Request): Promise<void> => {
  await sql`
    update request_row q set outcome = 'failed'
    where q.request_id = ${request.id}::uuid and q.outcome = 'delivered' and coalesce((
      select o.outcome in ('conflict', 'skipped', 'failed') from crm_outcome o
      where o.request_id = q.request_id and o.row = q.row), q.used)`.execute(trx)
}

const chargeDelivered = async (trx: Trx, request: Request): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    select distinct record_id as id from request_row
    where request_id = ${request.id}::uuid and outcome = 'delivered' and record_id is not null`.execute(
    trx,
  )
  const ids = rows.map(({ id }) => id)
  const { category, org_id: orgId } = request
  const { charged: credits } = await chargeAndRelease(trx, orgId, chargeOf(request), {
    category,
    ids,
  })
  if (isPush(request.type)) await failPaid(trx, request)
  const kind = actOf(request.type) === 'download' ? 'cus-downloaded' : 'cus-pushed-enriched'
  await sql`
    insert into record_activity (org_id, kind, value, category, record_id)
    select distinct org_id, ${kind}, 'Yes', ${category}, record_id from request_row
    where request_id = ${request.id}::uuid and outcome in ('delivered', 'owned', 'empty')
      and record_id is not null
    on conflict do nothing`.execute(trx)
  return request.charged + credits
}

const endRun = async (
  trx: Trx,
  request: Request,
  status: RequestStatus,
  counts: Outcomes,
  change: Parameters<typeof changeRun>[2],
): Promise<void> => {
  const after = await changeRun(trx, request, {
    ...change,
    ...counts,
    done: counts.requested,
    status,
    file_expires_at: fileExpiry,
  })
  if (change.charged !== undefined) await auditDelivery(trx, after)
  await completeJob(trx, { orgId: request.org_id, kind: requestJob, id: request.id })
}

const auditDelivery = (trx: Trx, request: Request): Promise<void> => {
  const { org_id: orgId, user_id: userId, id: subject, category, delivered, owned } = request
  const details = { category, records: delivered, owned, credits: request.charged }
  return audit(trx, { orgId, userId }, { act: actOf(request.type), subject, details })
}
