import type { Transaction } from 'kysely'
import type { Subscription } from '../../contract/org/customer.ts'
import { customerOf, subscriptionOf } from '../customer/customer.ts'
import { zoneOf } from '../customer/time-zone.ts'
import { notifyAdmins } from '../notifications/notify-admins.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import { dueNotices } from './notices.ts'

/** Tells admins at once what a change means for them; repeated calls add nothing. */
export const notifyOfBilling = async (
  trx: Transaction<Tables>,
  { orgId, after }: { orgId: string; after: Subscription | null },
  now: number,
): Promise<void> => {
  if (after === null) return
  const zone = zoneOf((await customerOf(trx))?.country)
  for (const notice of dueNotices(after, zone, now)) await notifyAdmins(trx, orgId, notice, now)
}

/** Every organisation with a subscription. */
export const notifyAllOfBilling = async (db: Database, now: number): Promise<void> => {
  const rows = await db.owner.selectFrom('subscription').select('org_id').execute()
  for (const { org_id: orgId } of rows)
    await db.asOrg(orgId, async (trx) =>
      notifyOfBilling(trx, { orgId, after: await subscriptionOf(trx) }, now),
    )
}
