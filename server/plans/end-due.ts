import { accountNow } from '../credits/roll.ts'
import { subscriptionOf } from '../customer/customer.ts'
import type { Database } from '../platform/db/db.ts'
import { sql } from 'kysely'
import { storeSubscription } from './subscription.ts'

/** The ids of plans that an operator gives; a payment provider ends its own. */
export const ownPrefix = 'sub_own_'

/** Of trials and given plans. */
const isOverdue = (now: number) =>
  // ISO 8601 in UTC sorts as text.
  sql<boolean>`data->'metadata'->>'periodEnd' <= ${new Date(now).toISOString()}
    and (data->>'status' = 'trialing'
      or (data->>'status' = 'active' and starts_with(data->>'id', ${ownPrefix})))`

/** Ends trials and given plans past their last day. The gate does not wait for it. */
export const endDuePlans = async (db: Database, now: number): Promise<void> => {
  const due = await db.owner
    .selectFrom('subscription')
    .select('org_id')
    .where(isOverdue(now))
    .execute()
  for (const { org_id: orgId } of due)
    await db.asOrg(orgId, async (trx) => {
      // It may have been paid for since.
      const isStill = await trx
        .selectFrom('subscription')
        .select('org_id')
        .where(isOverdue(now))
        .forUpdate()
        .executeTakeFirst()
      const subscription = isStill && (await subscriptionOf(trx))
      if (!subscription) return
      await storeSubscription(trx, orgId, { ...subscription, status: 'canceled' })
      await accountNow(trx, orgId, now)
    })
}
