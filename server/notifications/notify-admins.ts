import type { Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { enqueue } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { notificationEmailJob } from './mail.ts'

export type AdminNotification = {
  /** Each is sent once to an organisation. */
  key: string
  title: string
  /** A sentence or two, for the email. */
  detail: string
  /** Of a screen. */
  link: string
}

/** In the app and by email. Without admins it is sent once there are some. */
export const notifyAdmins = async (
  trx: Transaction<Tables>,
  orgId: string,
  { key, title, detail, link }: AdminNotification,
  now: number,
): Promise<void> => {
  const admins = await trx
    .selectFrom('member')
    .select('user_id')
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .execute()
  if (admins.length === 0) return
  const at = new Date(now)
  const first = await trx
    .insertInto('billing_notice')
    .values({ org_id: orgId, key, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (first === undefined) return
  for (const { user_id: userId } of admins) {
    const id = uuidv7()
    await trx
      .insertInto('notice')
      .values({ org_id: orgId, id, user_id: userId, at, title, detail, link })
      .execute()
    await enqueue(trx, { orgId, kind: notificationEmailJob, id })
  }
}
