import { sql, type Selectable, type Transaction } from 'kysely'
import { customerOf, policiesOf } from '../../customer/customer.ts'
import type { Database } from '../../platform/db/db.ts'
import { enqueue } from '../../platform/db/queue.ts'
import type { ActivityRow, Tables } from '../../platform/db/tables.ts'

export const activityJob = 'crm-activity'

/** In the transaction that saves a note or a visit: it becomes an activity of the connected CRMs, or changes there. */
export const enqueueActivity = async (
  trx: Transaction<Tables>,
  activity: Selectable<ActivityRow>,
): Promise<void> => {
  if (activity.kind === 'report') return
  const connections = await trx
    .selectFrom('crm_connection')
    .select('id')
    .where('state', '<>', 'disconnected')
    .execute()
  if (connections.length === 0) return
  if (!policiesOf(await customerOf(trx)).crmActivities) return
  const parts = hasFollowUp(activity) ? (['entry', 'follow-up'] as const) : (['entry'] as const)
  await trx
    .insertInto('crm_activity')
    .values(
      connections.flatMap(({ id }) =>
        parts.map((part) => ({
          org_id: activity.org_id,
          connection_id: id,
          activity_id: activity.id,
          part,
        })),
      ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'connection_id', 'activity_id', 'part'])
        .doUpdateSet({ state: 'waiting', reason: null })
        .where('crm_activity.state', 'in', ['done', 'refused', 'skipped'])
        .where('crm_activity.version', '<', activity.version),
    )
    .execute()
  await enqueue(trx, { orgId: activity.org_id, kind: activityJob, id: activity.id })
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
    where c.state in ('waiting', 'sent', 'unknown') and k.state = 'connected'
      and (c.state <> 'waiting' or c.part = 'signals' or a.deleted_at is null and exists (
        select from crm_link l where l.org_id = c.org_id and l.connection_id = c.connection_id
          and l.record_id = a.record_id and l.deleted_at is null))
    on conflict do nothing`.execute(db.owner)
}
