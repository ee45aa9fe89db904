import type { Subscription } from '../../../contract/customer.ts'
import type { Database } from '../../platform/db.ts'

export type DemoOrganisation = { id: string; name: string; country: 'AU' | 'NZ'; website: string }

/** Gives each demo organisation a customer record and a valid trial (product 2.5), unless it has one. `now` is ms since 1970. */
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
        .values({ org_id: organisation.id, data: JSON.stringify(trial(organisation, now)) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
}

const trialDays = 14

const trial = (organisation: DemoOrganisation, now: number): Subscription => ({
  id: `sub_demo_${organisation.id}`,
  customer: `cus_demo_${organisation.id}`,
  status: 'trialing',
  billingCountry: organisation.country,
  billingCurrency: organisation.country === 'NZ' ? 'NZD' : 'AUD',
  planBucketId: 'bkt_trial',
  plan: { product: 'prod_trial', metadata: { plan_name: 'Trial' } },
  items: { data: [{ id: `si_demo_${organisation.id}` }] },
  metadata: {
    plan_name: 'Trial',
    bucketId: 'bkt_trial',
    seats: 2,
    credits: 50,
    periodEnd: new Date(now + trialDays * 86_400_000).toISOString(),
  },
})
