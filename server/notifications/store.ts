import { sql, type Transaction } from 'kysely'
import type { Notice } from '../../contract/signals/notifications.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

const keptDays = 90

/** The notices of a member of the organisation of this transaction, the newest first. */
export const noticeViews = async (
  trx: Trx,
  userId: string,
  now: Date,
  most: number,
): Promise<Notice[]> => {
  const rows = await trx
    .selectFrom('notice')
    .selectAll()
    .where('user_id', '=', userId)
    .where('at', '>', keptSince(now))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
    title: row.title,
    agentName: row.agent_name,
    opens: row.opens,
  }))
}

/** How many of them are unread. */
export const unreadCount = async (trx: Trx, userId: string, now: Date): Promise<number> => {
  const { unread } = await trx
    .selectFrom('notice')
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('at', '>', keptSince(now))
    .executeTakeFirstOrThrow()
  return unread
}

/** Marks notices as read: those named, or all up to a moment. What was read before keeps its moment. */
export const readNotices = async (
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

/** Takes away what was told to a member longer ago than notices are kept, with the runs it was told in. */
export const forgetOldNotices = async (trx: Trx, userId: string, now: Date): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    delete from agent_run where owner_id = ${userId} and at <= ${keptSince(now)} returning id`.execute(
    trx,
  )
  if (rows.length > 0)
    await sql`
      delete from agent_signal where run_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(trx)
  await trx
    .deleteFrom('notice')
    .where('user_id', '=', userId)
    .where('at', '<=', keptSince(now))
    .execute()
}

const keptSince = (now: Date): Date => new Date(now.getTime() - keptDays * 86_400_000)
