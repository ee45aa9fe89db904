import { sql, type Transaction } from 'kysely'
import type { AppNotification } from '../../contract/signals/notifications.ts'
import type { Tables } from '../platform/db/tables.ts'
import { dayMs } from '../../contract/core/days.ts'

type Trx = Transaction<Tables>

const retentionDays = 90

export const notificationViews = async (
  trx: Trx,
  userId: string,
  now: Date,
  max: number,
): Promise<AppNotification[]> => {
  const rows = await trx
    .selectFrom('notice')
    .selectAll()
    .where('user_id', '=', userId)
    .where('at', '>', retainedSince(now))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
    title: row.title,
    agentName: row.agent_name,
    opens: row.opens,
    link: row.link,
  }))
}

export const unreadCount = async (trx: Trx, userId: string, now: Date): Promise<number> => {
  const { unread } = await trx
    .selectFrom('notice')
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('at', '>', retainedSince(now))
    .executeTakeFirstOrThrow()
  return unread
}

/** Some, or all up to a moment. Earlier reads keep their time. */
export const markNotificationsRead = async (
  trx: Trx,
  userId: string,
  which: { ids: readonly string[] } | { upTo: string },
  now: Date,
): Promise<void> => {
  const named =
    'ids' in which
      ? sql<boolean>`id = any(${[...which.ids]}::uuid[])`
      : sql<boolean>`at <= ${which.upTo}::timestamptz`
  await trx
    .updateTable('notice')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(named)
    .execute()
}

export const deleteOldNotifications = async (
  trx: Trx,
  userId: string,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    delete from agent_run where owner_id = ${userId} and at <= ${retainedSince(now)} returning id`.execute(
    trx,
  )
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id)
    await sql`delete from agent_signal where run_id = any(${ids}::uuid[])`.execute(trx)
    await sql`delete from crm_task where run_id = any(${ids}::uuid[])`.execute(trx)
  }
  await trx
    .deleteFrom('notice')
    .where('user_id', '=', userId)
    .where('at', '<=', retainedSince(now))
    .execute()
}

const retainedSince = (now: Date): Date => new Date(now.getTime() - retentionDays * dayMs)
