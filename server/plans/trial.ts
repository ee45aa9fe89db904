import type { Transaction } from 'kysely'
import type { BillingCountry } from '../../contract/money/plans.ts'
import { opensApp, type Subscription } from '../../contract/org/customer.ts'
import { dayMs } from '../../contract/core/days.ts'
import { accountNow } from '../credits/roll.ts'
import { subscriptionOf } from '../customer/customer.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { readPlan, trialBucket } from './plan.ts'
import { storeSubscription, subscriptionTo } from './subscription.ts'

type Trx = Transaction<Tables>

/**
 * Once per organisation and per domain of work emails; throws `trial-used`. Null if it already runs, so that a lost answer can be
 * asked for again. `email` is empty if it is unknown.
 */
export const startTrial = async (
  trx: Trx,
  {
    orgId,
    email,
    country,
    now,
  }: { orgId: string; email: string; country: BillingCountry; now: number },
): Promise<Subscription | null> => {
  const plan = await readPlan(trx, trialBucket)
  if (!plan?.trialDays) throw used('There’s no free trial right now. Contact sales.')
  const subscription = await subscriptionOf(trx)
  if (isOnTrial(subscription, now)) return null
  if (opensApp(subscription, now))
    throw used(`Your company is already on the ${subscription?.plan.metadata.plan_name} plan.`)
  if (await hasHadTrial(trx)) throw used('Your company has already had its free trial.')
  const domain = domainKey(email)
  const started = await trx
    .insertInto('trial')
    .values({ org_id: orgId, domain, started_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('org_id')
    .executeTakeFirst()
  if (started === undefined) {
    if (isOnTrial(await subscriptionOf(trx), now)) return null
    throw used(
      `Someone with an email at ${domain} has already used the free trial. Ask them to invite you, or contact sales.`,
    )
  }
  const trial = subscriptionTo({
    id: `sub_trial_${orgId}`,
    orgId,
    plan,
    seats: plan.minSeats,
    country,
    periodEnd: now + plan.trialDays * dayMs,
  })
  await storeSubscription(trx, orgId, trial)
  await accountNow(trx, orgId, now)
  return trial
}

const isOnTrial = (subscription: Subscription | null, now: number): boolean =>
  subscription?.status === 'trialing' && opensApp(subscription, now)

/** An organisation that ever had a plan is no newcomer. */
export const hasHadTrial = async (trx: Trx): Promise<boolean> =>
  (await trx.selectFrom('trial').select('org_id').executeTakeFirst()) !== undefined ||
  (await subscriptionOf(trx)) !== null

const used = (detail: string): ProblemError => new ProblemError('trial-used', detail)
