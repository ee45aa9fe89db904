import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { PushDevice } from '../../contract/signals/push.ts'
import type { Subscription } from '../platform/vendors/push-post.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
export type Who = { orgId: string; userId: string }

/** A person who changes browsers often keeps those used last. */
export const mostDevices = 20

/**
 * Registers a device, or confirms that it still is. An endpoint that was somebody else's is theirs no longer, in whatever organisation,
 * and what waited to be sent to it goes with it. Undefined where another took the same endpoint in this very moment.
 */
export const registerDevice = async (
  trx: Trx,
  { orgId, userId }: Who,
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

/** A person's devices, the one seen last first. */
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

/** Sends a device nothing more, not even what waits; false where it is not this person's. */
export const dropDevice = async (trx: Trx, userId: string, id: string): Promise<boolean> => {
  const dropped = await trx
    .deleteFrom('push_device')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return dropped !== undefined
}

/** Whoever is no longer a member is told nothing more, on none of their devices. */
export const forgetDevicesOf = async (_orgId: string, userId: string, trx: Trx): Promise<void> => {
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
        .offset(mostDevices),
    )
    .execute()
}
