import type { Transaction } from 'kysely'
import type { BillingCountry } from '../../contract/money/plans.ts'
import type { Tables } from '../platform/db/tables.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { asProduct, readPlans, type Plan } from '../plans/plan.ts'
import { invalid } from './parts.ts'

type Trx = Transaction<Tables>

/** A price of a plan. `unitAmount` is in cents without GST, for one user and interval. */
export type PlanPrice = {
  plan: Plan
  country: BillingCountry
  currency: string
  interval: 'month' | 'year'
  unitAmount: number
  lookupKey: string
}

/** Of all plans that are sold, in their order. */
export const readPlanPrices = async (trx: Trx): Promise<PlanPrice[]> =>
  (await readPlans(trx)).flatMap((plan) => {
    const product = asProduct(plan)
    return (['AU', 'NZ'] as const).flatMap((country) => {
      const { currency = '', monthly = null, annual = null } = product[country] ?? {}
      return [
        { interval: 'month' as const, price: monthly },
        { interval: 'year' as const, price: annual },
      ].flatMap(({ interval, price }) =>
        price === null
          ? []
          : [
              {
                plan,
                country,
                currency,
                interval,
                unitAmount: price.amount,
                lookupKey: price.price,
              },
            ],
      )
    })
  })

/** Throws `invalid-input` with a pointer to the field. */
export const readPlanPrice = async (
  trx: Trx,
  lookupKey: string | undefined,
  pointer: string,
): Promise<PlanPrice> => {
  const price = (await readPlanPrices(trx)).find((each) => each.lookupKey === lookupKey)
  if (price === undefined) throw invalid(pointer, 'Choose one of the plans.')
  return price
}

/** The provider's id. Throws `payment-unavailable` if the provider does not have the price, or has it with another amount. */
export const stripePriceId = async (
  trx: Trx,
  { lookupKey, unitAmount }: { lookupKey: string; unitAmount: number },
): Promise<string> => {
  const row = await trx
    .selectFrom('plan_price')
    .select(['price_id', 'unit_amount'])
    .where('lookup_key', '=', lookupKey)
    .executeTakeFirst()
  if (row === undefined || row.unit_amount !== unitAmount)
    throw new ProblemError(
      'payment-unavailable',
      'This can’t be bought online right now. Contact sales.',
    )
  return row.price_id
}

/** Throws `invalid-input` with a pointer to the field if the plan is not for so many users. */
export const checkSeats = (
  { name, minSeats, maxSeats }: Pick<Plan, 'name' | 'minSeats' | 'maxSeats'>,
  seats: number,
  pointer: string,
): void => {
  if (seats < minSeats) throw invalid(pointer, `The ${name} plan starts at ${usersOf(minSeats)}.`)
  if (maxSeats !== null && seats > maxSeats)
    throw invalid(pointer, `The ${name} plan is for up to ${usersOf(maxSeats)}.`)
}

export const usersOf = (n: number): string => (n === 1 ? '1 user' : `${n} users`)
