import { gst, type BillingCountry, type Product } from '../../../contract/money/plans.ts'
import { formatMoney } from '../../lib/format.ts'

export type Interval = 'monthly' | 'annual'

/** As shown: for one user, and for the fewest users the plan has. */
export type ShownPrice = {
  monthExGst: string
  monthWithGst: string
  /** 'A$4,950 a year for 3 users, with GST' */
  charged: string
}

/** Null for a plan without prices in the country. */
export const shownPrice = (
  product: Product,
  country: BillingCountry,
  interval: Interval,
): ShownPrice | null => {
  const prices = product[country]
  const price = prices?.[interval]
  if (!prices || !price) return null
  const months = interval === 'annual' ? 12 : 1
  const { min } = product.seats
  const show = (cents: number): string => formatMoney(cents / 100, prices.currency)
  return {
    monthExGst: show(Math.round(price.amount / months)),
    monthWithGst: show(Math.round(withGst(price.amount, country) / months)),
    charged: `${show(withGst(price.amount * min, country))} a ${interval === 'annual' ? 'year' : 'month'} for ${min === 1 ? '1 user' : `${min} users`}`,
  }
}

/** In whole cents. */
const withGst = (cents: number, country: BillingCountry): number =>
  cents + Math.round((cents * gst[country]) / 100)

/** In whole percent, the largest of all plans; 0 without any. */
export const yearlySaving = (products: readonly Product[], country: BillingCountry): number =>
  Math.max(
    0,
    ...products.map((product) => {
      const { monthly, annual } = product[country] ?? {}
      return monthly && annual ? Math.floor(100 - (100 * annual.amount) / (monthly.amount * 12)) : 0
    }),
  )
