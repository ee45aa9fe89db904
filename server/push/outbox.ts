import { sql, type Transaction } from 'kysely'
import type { PushMessage } from '../../contract/signals/push.ts'
import type { Tables } from '../platform/db/tables.ts'

/** What a person is told; `names` go along only where they chose to see names on their lock screen. */
export type Told = Pick<PushMessage, 'runId' | 'noticeId' | 'title' | 'opens' | 'names'>

/**
 * Writes one message for each device of a person, in the transaction of the run it tells of and after its notice, which counts as
 * unread. The same run is never told to a device twice.
 */
export const enqueuePush = async (
  trx: Transaction<Tables>,
  orgId: string,
  userId: string,
  { runId, noticeId, title, opens, names }: Told,
  now: Date,
): Promise<void> => {
  const devices = await trx
    .selectFrom('push_device')
    .select('id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .execute()
  if (devices.length === 0) return
  const shown = names?.slice(0, mostNames)
  const message: Omit<PushMessage, 'forDevice'> = {
    v: 1,
    runId,
    noticeId,
    title,
    opens,
    ...(shown && shown.length > 0 && (await showsNames(trx, orgId, userId))
      ? { names: shown }
      : {}),
    unread: await unreadOf(trx, orgId, userId),
    sentAt: now.toISOString(),
  }
  await trx
    .insertInto('push_outbox')
    .values(
      devices.map(({ id }) => ({
        org_id: orgId,
        run_id: runId,
        device_id: id,
        message: JSON.stringify({ ...message, forDevice: id }),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes a name out of the messages of all organisations that wait to be sent. In a transaction of the owner. */
export const forgetNameIn = async (trx: Transaction<Tables>, name: string): Promise<void> => {
  await sql`update push_outbox set message = message - 'names' where message->'names' ? ${name}`.execute(
    trx,
  )
}

/** Whether a person chose to see names of companies and people on their lock screen. */
export const showsNames = async (
  trx: Transaction<Tables>,
  orgId: string,
  userId: string,
): Promise<boolean> => {
  const setting = await trx
    .selectFrom('push_setting')
    .select('show_names')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return setting?.show_names ?? false
}

const mostNames = 3

const unreadOf = async (
  trx: Transaction<Tables>,
  orgId: string,
  userId: string,
): Promise<number> => {
  const { unread } = await trx
    .selectFrom('notice')
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}
