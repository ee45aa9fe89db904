import { sql } from 'kysely'
import type { Subscription } from '../contract/org/customer.ts'
import { monthsFrom } from '../server/credits/period.ts'
import { accountNow } from '../server/credits/roll.ts'
import type { Database } from '../server/platform/db/db.ts'
import { dayMs } from '../contract/core/days.ts'

export type DemoOrganisation = {
  id: string
  name: string
  country: 'AU' | 'NZ'
  website: string
  /** Defaults to a trial. */
  plan?: 'growth'
}

/**
 * Fills what is missing: customer record, subscription (product 2.5) and first credits; renews an expired subscription. `now` is
 * in ms since 1970.
 */
export const seedDemoCustomers = async (
  db: Database,
  organisations: readonly DemoOrganisation[],
  now: number,
): Promise<void> => {
  for (const organisation of organisations)
    await db.asOrg(organisation.id, async (trx) => {
      await trx
        .insertInto('customer')
        .values({
          org_id: organisation.id,
          name: organisation.name,
          country: organisation.country,
          default_country: organisation.country,
          website: organisation.website,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await trx
        .insertInto('subscription')
        .values({ org_id: organisation.id, data: JSON.stringify(subscription(organisation, now)) })
        .onConflict((conflict) =>
          conflict
            .column('org_id')
            .doUpdateSet({ data: sql`excluded.data` })
            .where(
              sql<boolean>`(subscription.data->'metadata'->>'periodEnd')::timestamptz < ${new Date(now)}`,
            ),
        )
        .execute()
      await accountNow(trx, organisation.id, now)
    })
}

const subscription = (organisation: DemoOrganisation, now: number): Subscription => {
  const { status, planBucketId, product, ...metadata } = plans[organisation.plan ?? 'trial'](now)
  return {
    id: `sub_demo_${organisation.id}`,
    customer: `cus_demo_${organisation.id}`,
    status,
    billingCountry: organisation.country,
    billingCurrency: organisation.country === 'NZ' ? 'NZD' : 'AUD',
    planBucketId,
    plan: { product, metadata: { plan_name: metadata.plan_name } },
    items: { data: [{ id: `si_demo_${organisation.id}` }] },
    metadata: { ...metadata, bucketId: planBucketId },
  }
}

/** Credits of all members together: 50 for a trial, 600 per member and month of Growth. */
const plans = {
  trial: (now: number) => ({
    status: 'trialing' as const,
    planBucketId: 'bkt_trial',
    product: 'prod_trial',
    plan_name: 'Trial',
    seats: 2,
    credits: 50,
    periodEnd: new Date(now + 14 * dayMs).toISOString(),
  }),
  growth: (now: number) => ({
    status: 'active' as const,
    planBucketId: 'bkt_growth',
    product: 'prod_growth',
    plan_name: 'Growth',
    seats: 3,
    credits: 3 * 600,
    periodEnd: new Date(monthsFrom(now, 12)).toISOString(),
  }),
}
