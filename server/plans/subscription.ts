import { sql, type Transaction } from 'kysely'
import type { BillingCountry } from '../../contract/money/plans.ts'
import type { Subscription } from '../../contract/org/customer.ts'
import type { Tables } from '../platform/db/tables.ts'
import { currencies, productIdOf, type Plan } from './plan.ts'

type Trx = Transaction<Tables>

export type Sold = {
  /** Permanent: the credits of a period are granted once per id. */
  id: string
  orgId: string
  plan: Plan
  seats: number
  country: BillingCountry
  /** ms since 1970. */
  periodEnd: number
}

/** A subscription of our own, without a payment provider. */
export const subscriptionTo = ({
  id,
  orgId,
  plan,
  seats,
  country,
  periodEnd,
}: Sold): Subscription => ({
  id,
  customer: `cus_${orgId}`,
  status: plan.trialDays === null ? 'active' : 'trialing',
  billingCountry: country,
  billingCurrency: currencies[country],
  planBucketId: plan.bucket,
  plan: { product: productIdOf(plan.bucket), metadata: { plan_name: plan.name } },
  items: { data: [{ id: `si_${id}` }] },
  metadata: {
    plan_name: plan.name,
    bucketId: plan.bucket,
    seats,
    credits: plan.trialDays === null ? plan.credits * seats : plan.credits,
    periodEnd: new Date(periodEnd).toISOString(),
  },
})

export const storeSubscription = async (
  trx: Trx,
  orgId: string,
  subscription: Subscription,
): Promise<void> => {
  const data = JSON.stringify(subscription)
  await trx
    .insertInto('subscription')
    .values({ org_id: orgId, data })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({ data, updated_at: sql`now()` }),
    )
    .execute()
}
