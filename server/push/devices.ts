import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { PushDevice } from '../../contract/signals/push.ts'
import type { Subscription } from '../platform/vendors/push-post.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
export type DeviceOwner = { orgId: string; userId: string }

/** Then the least recently used are dropped. */
export const maxDevices = 20

/**
 * An endpoint moves to its latest user, in any organisation, and the earlier user's pending messages are deleted. Undefined if
 * another user registered it concurrently.
 */
export const registerDevice = async (
  trx: Trx,
  { orgId, userId }: DeviceOwner,
  { endpoint, p256dh, auth }: Subscription,
  label: string,
): Promise<PushDevice | undefined> => {
  await sql`select take_push_endpoint(${endpoint}, ${orgId}, ${userId})`.execute(trx)
  const own = { p256dh, auth, label }
  const row = await trx
    .insertInto('push_device')
    .values({ org_id: orgId, id: uuidv7(), user_id: userId, endpoint, ...own })
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ ...own, last_seen_at: sql`now()` })
        .where('push_device.org_id', '=', orgId)
        .where('push_device.user_id', '=', userId),
    )
    .returning(columns)
    .executeTakeFirst()
  if (row) await keepNewest(trx, userId)
  return row && deviceView(row)
}

export const devicesOf = async (trx: Trx, userId: string): Promise<PushDevice[]> =>
  (
    await trx
      .selectFrom('push_device')
      .select(columns)
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .execute()
  ).map(deviceView)

/** Against a concurrent revocation; false if it is not the user's. */
export const lockDevice = async (trx: Trx, userId: string, id: string): Promise<boolean> => {
  const device = await trx
    .selectFrom('push_device')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return device !== undefined
}

/** With its pending messages; false if it is not the user's. */
export const dropDevice = async (trx: Trx, userId: string, id: string): Promise<boolean> => {
  const dropped = await trx
    .deleteFrom('push_device')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return dropped !== undefined
}

/** A leaver's devices get no more push messages. */
export const deleteDevicesOf = async (_orgId: string, userId: string, trx: Trx): Promise<void> => {
  await trx.deleteFrom('push_device').where('user_id', '=', userId).execute()
  await trx.deleteFrom('push_setting').where('user_id', '=', userId).execute()
}

const columns = ['id', 'label', 'created_at', 'last_seen_at', 'last_sent_at'] as const

type Row = {
  id: string
  label: string
  created_at: Date
  last_seen_at: Date
  last_sent_at: Date | null
}

const deviceView = (row: Row): PushDevice => ({
  id: row.id,
  label: row.label,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
})

const keepNewest = async (trx: Trx, userId: string): Promise<void> => {
  await trx
    .deleteFrom('push_device')
    .where('user_id', '=', userId)
    .where('id', 'in', (older) =>
      older
        .selectFrom('push_device')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .offset(maxDevices),
    )
    .execute()
}
