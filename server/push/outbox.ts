import { sql, type Transaction } from 'kysely'
import type { PushMessage, ReminderMessage } from '../../contract/signals/push.ts'
import type { Tables } from '../platform/db/tables.ts'

/** `names` only if the user allows names on their lock screen. */
export type PushContent = Pick<PushMessage, 'runId' | 'noticeId' | 'title' | 'opens' | 'names'>

/**
 * One message per device, in the transaction of the run and after its notification, which counts as unread. A run is sent to a
 * device once.
 */
export const enqueuePush = async (
  trx: Transaction<Tables>,
  orgId: string,
  userId: string,
  { runId, noticeId, title, opens, names }: PushContent,
  now: Date,
): Promise<void> => {
  const devices = await devicesOf(trx, orgId, userId)
  if (devices.length === 0) return
  const shown = names?.slice(0, maxNames)
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
  await writeMessages(trx, orgId, runId, devices, message)
}

/** One message per device, in the transaction that marks the follow-ups. */
export const enqueueReminder = async (
  trx: Transaction<Tables>,
  orgId: string,
  userId: string,
  {
    runId,
    names,
    text,
    followUps,
  }: { runId: string; names: string[]; text: string; followUps: string[] },
): Promise<void> => {
  const devices = await devicesOf(trx, orgId, userId)
  if (devices.length === 0) return
  const shows = names.length > 0 && (await showsNames(trx, orgId, userId))
  const message: Omit<ReminderMessage, 'forDevice'> = {
    kind: 'reminder',
    runId,
    count: followUps.length,
    ...(shows ? { names: names.slice(0, maxNames) } : {}),
    ...(shows && text !== '' ? { text } : {}),
    ...(followUps.length <= maxFollowUps ? { followUps } : {}),
  }
  await writeMessages(trx, orgId, runId, devices, message)
}

/** In all organisations, in an owner's transaction. */
export const forgetNameIn = async (trx: Transaction<Tables>, name: string): Promise<void> => {
  await sql`update push_outbox set message = message - 'names' where message->'names' ? ${name}`.execute(
    trx,
  )
}

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

const maxNames = 3
/** A message has 4 KB. */
const maxFollowUps = 20

const devicesOf = async (
  trx: Transaction<Tables>,
  orgId: string,
  userId: string,
): Promise<string[]> =>
  (
    await trx
      .selectFrom('push_device')
      .select('id')
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .execute()
  ).map(({ id }) => id)

const writeMessages = async (
  trx: Transaction<Tables>,
  orgId: string,
  runId: string,
  devices: readonly string[],
  message: Omit<PushMessage, 'forDevice'> | Omit<ReminderMessage, 'forDevice'>,
): Promise<void> => {
  await trx
    .insertInto('push_outbox')
    .values(
      devices.map((id) => ({
        org_id: orgId,
        run_id: runId,
        device_id: id,
        message: JSON.stringify({ ...message, forDevice: id }),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

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
