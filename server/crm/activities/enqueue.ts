import { sql, type Selectable, type Transaction } from 'kysely'
import { customerOf, policiesOf } from '../../customer/customer.ts'
import type { Database } from '../../platform/db/db.ts'
import { enqueue } from '../../platform/db/queue.ts'
import type { ActivityRow, FollowUpRow, Tables } from '../../platform/db/tables.ts'
import type { Part } from './content.ts'
import { lockActivity } from './lock-activity.ts'

export const activityJob = 'crm-activity'

/** In the transaction that saves a note or a visit: it becomes an activity of the connected CRMs, or changes there. */
export const enqueueActivity = async (
  trx: Transaction<Tables>,
  activity: Selectable<ActivityRow>,
): Promise<void> => {
  if (activity.kind === 'report') return
  const parts = hasFollowUp(activity) ? (['entry', 'follow-up'] as const) : (['entry'] as const)
  await enqueueParts(trx, activity.org_id, activity.id, parts)
}

/**
 * In the transaction that saves a follow-up: it is a task of the connected CRMs, on its day. What a visit led to is the task of the
 * visit.
 */
export const enqueueFollowUp = async (
  trx: Transaction<Tables>,
  {
    org_id: orgId,
    id: followUpId,
    owner_id: ownerId,
    origin_kind: kind,
    origin_id: id,
    state,
  }: Selectable<FollowUpRow>,
): Promise<void> => {
  if (state !== 'open') return
  if (kind !== 'visit' || id === null)
    return enqueueParts(trx, orgId, followUpId, ['own-follow-up'])
  // The visit may have been refused, or be a colleague's.
  const visit = await trx
    .selectFrom('activity')
    .select('id')
    .where('id', '=', id)
    .where('author_id', '=', ownerId)
    .executeTakeFirst()
  if (visit) await enqueueParts(trx, orgId, visit.id, ['follow-up'])
}

const enqueueParts = async (
  trx: Transaction<Tables>,
  orgId: string,
  activityId: string,
  parts: readonly Exclude<Part, 'signals'>[],
): Promise<void> => {
  const connections = await trx
    .selectFrom('crm_connection')
    .select('id')
    .where('state', '<>', 'disconnected')
    .execute()
  if (connections.length === 0) return
  if (!policiesOf(await customerOf(trx)).crmActivities) return
  const version = await lockActivity(trx, activityId)
  if (version === undefined) return
  await trx
    .insertInto('crm_activity')
    .values(
      connections.flatMap(({ id }) =>
        parts.map((part) => ({
          org_id: orgId,
          connection_id: id,
          activity_id: activityId,
          part,
        })),
      ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'connection_id', 'activity_id', 'part'])
        .doUpdateSet({ state: 'waiting', reason: null })
        .where('crm_activity.state', 'in', ['done', 'refused', 'skipped'])
        .where('crm_activity.version', '<', version),
    )
    .execute()
  await enqueue(trx, { orgId, kind: activityJob, id: activityId })
}

export const hasFollowUp = ({ outcome }: Pick<ActivityRow, 'outcome'>): boolean =>
  outcome === 'call back'

/** Of records that have a link since, and of connections that work again. */
export const enqueueWaiting = async (db: Database): Promise<void> => {
  await sql`
    insert into job (org_id, kind, id)
    select distinct c.org_id, ${activityJob}, c.activity_id from crm_activity c
    join crm_connection k on k.org_id = c.org_id and k.id = c.connection_id
    left join activity a on a.org_id = c.org_id and a.id = c.activity_id
    left join follow_up f on f.org_id = c.org_id and f.id = c.follow_up_id
    where c.state in ('waiting', 'sent', 'unknown') and k.state = 'connected'
      and (c.state <> 'waiting' or c.part = 'signals' or a.deleted_at is null and f.deleted_at is null and exists (
        select from crm_link l where l.org_id = c.org_id and l.connection_id = c.connection_id
          and l.record_id = coalesce(a.record_id, f.record_id) and l.deleted_at is null))
    on conflict do nothing`.execute(db.owner)
}
