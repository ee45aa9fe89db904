import { accountNow } from '../credits/roll.ts'
import type { Subscription } from '../../contract/org/customer.ts'
import { subscriptionOf } from '../customer/customer.ts'
import type { Database } from '../platform/db/db.ts'
import { sql } from 'kysely'
import { storeSubscription } from './subscription.ts'

/** The ids of plans that an operator gives; a payment provider ends its own. */
export const ownPrefix = 'sub_own_'

/** Ends trials and given plans past their last day. The gate does not wait for it. */
export const endDuePlans = async (db: Database, now: number): Promise<void> => {
  const due = await db.owner
    .selectFrom('subscription')
    .select('org_id')
    // ISO 8601 in UTC sorts as text.
    .where(sql<boolean>`data->'metadata'->>'periodEnd' <= ${new Date(now).toISOString()}`)
    .where(
      sql<boolean>`(data->>'status' = 'trialing'
        or (data->>'status' = 'active' and starts_with(data->>'id', ${ownPrefix})))`,
    )
    .execute()
  for (const { org_id: orgId } of due)
    await db.asOrg(orgId, async (trx) => {
      const subscription = await subscriptionOf(trx)
      // It may have been paid for since.
      if (subscription === null || !isOverdue(subscription, now)) return
      await storeSubscription(trx, orgId, { ...subscription, status: 'canceled' })
      await accountNow(trx, orgId, now)
    })
}

const isOverdue = ({ id, status, metadata }: Subscription, now: number): boolean =>
  metadata !== null &&
  Date.parse(metadata.periodEnd) <= now &&
  (status === 'trialing' || (status === 'active' && id.startsWith(ownPrefix)))
