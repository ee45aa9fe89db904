import type { Subscription } from '../contract/org/customer.ts'
import { dayMs, dayOf } from '../contract/core/days.ts'
import { monthsFrom } from '../server/credits/period.ts'
import { accountNow } from '../server/credits/roll.ts'
import { subscriptionOf } from '../server/customer/customer.ts'
import type { Database } from '../server/platform/db/db.ts'
import { readPlan, trialBucket, type Plan } from '../server/plans/plan.ts'
import { storeSubscription, subscriptionTo } from '../server/plans/subscription.ts'

export type DemoOrganisation = {
  id: string
  name: string
  country: 'AU' | 'NZ'
  website: string
  /** Defaults to a trial. */
  bucket?: string
  /** Where its invoices go. */
  billingEmail?: string
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
      const plan = await readPlan(trx, organisation.bucket ?? trialBucket)
      if (plan !== undefined && hasEnded(await subscriptionOf(trx), now))
        await storeSubscription(trx, organisation.id, demoSubscription(organisation, plan, now))
      await accountNow(trx, organisation.id, now)
    })
}

const hasEnded = (subscription: Subscription | null, now: number): boolean =>
  !subscription?.metadata || Date.parse(subscription.metadata.periodEnd) < now

const demoSubscription = (
  { id: orgId, country }: DemoOrganisation,
  plan: Plan,
  now: number,
): Subscription =>
  subscriptionTo({
    // A renewed trial is another one, with its own credits.
    id: `sub_demo_${orgId}_${dayOf(now)}`,
    orgId,
    plan,
    seats: plan.minSeats,
    country,
    periodEnd: plan.trialDays === null ? monthsFrom(now, 12) : now + plan.trialDays * dayMs,
  })
