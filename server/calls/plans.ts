import type * as z from 'zod/mini'
import type { plansEndpoints } from '../../contract/money/plans.ts'
import { links } from '../../contract/links.ts'
import { audit } from '../audit/audit.ts'
import { startCheckout } from '../billing/checkout.ts'
import { invalid, paymentOff } from '../billing/parts.ts'
import { checkSeats, readPlanPrice } from '../billing/prices.ts'
import { customerOf, subscriptionOf } from '../customer/customer.ts'
import { activePlanOf } from '../plans/entitlements.ts'
import { asProduct, readPlan, readPlans } from '../plans/plan.ts'
import { hasHadTrial, startTrial } from '../plans/trial.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { BillingCalls } from './billing.ts'
import { ownOnly } from './own-only.ts'

type Trx = Parameters<Parameters<Context['inOrg']>[0]>[0]

type Chosen = z.output<typeof plansEndpoints.checkout.input>

export type PlansParts = BillingCalls & {
  refresh(orgId: string): Promise<void>
}

export const plansHandlers = (parts: PlansParts): Handlers<keyof typeof plansEndpoints> => ({
  products: (_, { inOrg }) =>
    inOrg(async (trx) => ({
      products: Object.fromEntries(
        (await readPlans(trx)).map(asProduct).map((each) => [each.stripe_product_id, each]),
      ),
      trial: (await hasHadTrial(trx)) ? ('used' as const) : ('available' as const),
    })),
  customerProduct: ({ bucketId }, { inOrg }) =>
    inOrg(async (trx) => {
      const plan =
        bucketId === undefined ? await activePlanOf(trx) : ((await readPlan(trx, bucketId)) ?? null)
      return { plan: plan && asProduct(plan) }
    }),
  checkout: async (input, context) => {
    const { orgId, userId, inOrg } = context
    ownOnly(input.orgId, orgId)
    if (!input.isTrialMode) return checkOut(parts, context, input)
    await inOrg(async (trx) => {
      const email = await emailOf(trx, userId)
      if (email === null) {
        void parts.refresh(orgId)
        throw new ProblemError(
          'not-ready',
          'We’re still setting up your company. Try again in a few seconds.',
        )
      }
      const country =
        input.billingCountry ?? ((await customerOf(trx))?.country === 'NZ' ? 'NZ' : 'AU')
      const trial = await startTrial(trx, { orgId, email, country, now: parts.now() })
      if (trial !== null)
        await audit(trx, context, { act: 'plan', subject: trial.id, details: { plan: 'Trial' } })
    })
    return { sessionId: '', url: links.home() }
  },
})

const checkOut = async (
  { payments, ...parts }: PlansParts,
  context: Context,
  { price: key, userCount, isAnnual, billingCountry, isCouponApplied = false }: Chosen,
): Promise<{ sessionId: string; url: string }> => {
  const { price, before } = await context.inOrg(async (trx) => ({
    price: await readPlanPrice(trx, key, '/price'),
    before: await subscriptionOf(trx),
  }))
  const { plan, interval, country } = price
  if (isAnnual !== undefined && isAnnual !== (interval === 'year'))
    throw invalid('/isAnnual', `This price is for a ${interval}.`)
  if (billingCountry !== undefined && billingCountry !== country)
    throw invalid('/billingCountry', 'This price is for another country.')
  const seats = userCount ?? plan.minSeats
  checkSeats(plan, seats, '/userCount')
  if (payments === null) throw paymentOff()
  const order = { price, seats, takesCoupon: isCouponApplied }
  return startCheckout({ ...parts, payments }, context, before, order)
}

/** Null until the members have been listed; empty if the member signs in without one. */
const emailOf = async (trx: Trx, userId: string): Promise<string | null> => {
  const row = await trx
    .selectFrom('member')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row !== undefined && row.email !== '') return row.email
  return (await customerOf(trx))?.listed_at ? '' : null
}
