import type { Kysely, Transaction } from 'kysely'
import type { BillingCountry } from '../../contract/money/plans.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { BillingSetting } from '../platform/db/plan-tables.ts'
import { asProduct, currencies, productIdOf, readPlans, type Plan } from '../plans/plan.ts'

type Connection = Kysely<Tables> | Transaction<Tables>

export const addonProductId = productIdOf('bkt_addon_credits')

/** A price that the payment provider must have. Amounts are cents without GST. */
export type SoldPrice = {
  lookupKey: string
  productId: string
  productName: string
  currency: string
  amount: number
  /** Null: paid once. */
  interval: 'month' | 'year' | null
}

/** Of every plan row, and of every tier of add-on credits. */
export const soldPrices = async (db: Connection): Promise<SoldPrice[]> => {
  const tiers = await db
    .selectFrom('addon_tier')
    .selectAll()
    .orderBy('country')
    .orderBy('from_credits')
    .execute()
  return [
    ...(await readPlans(db)).flatMap(pricesOfPlan),
    ...tiers.map(({ country, from_credits: from, cents }) => ({
      lookupKey: addonLookupKey(country, from),
      productId: addonProductId,
      productName: 'Add-on credits',
      currency: currencies[country].toLowerCase(),
      amount: cents,
      interval: null,
    })),
  ]
}

/** Of the tier that begins with so many credits. */
export const addonLookupKey = (country: BillingCountry, fromCredits: number): string =>
  `addon_${fromCredits}_${currencies[country].toLowerCase()}`

const pricesOfPlan = (plan: Plan): SoldPrice[] => {
  const { AU, NZ, name, stripe_product_id: productId } = asProduct(plan)
  return [AU, NZ].flatMap((prices) => {
    if (prices === null) return []
    const { currency, monthly, annual } = prices
    return [
      { price: monthly, interval: 'month' as const },
      { price: annual, interval: 'year' as const },
    ].flatMap(({ price, interval }) =>
      price === null
        ? []
        : {
            lookupKey: price.price,
            productId,
            productName: name,
            currency: currency.toLowerCase(),
            amount: price.amount,
            interval,
          },
    )
  })
}

/** Null until the catalogue has been read. */
export const billingSetting = async (
  db: Connection,
  key: BillingSetting,
): Promise<string | null> => {
  const row = await db
    .selectFrom('billing_setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value ?? null
}

export const storeBillingSetting = async (
  db: Connection,
  key: BillingSetting,
  value: string,
): Promise<void> => {
  await db
    .insertInto('billing_setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
