import { gst, type BillingCountry, type Product } from '../../../contract/money/plans.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'

/** How often a plan is billed, as products name it. */
export type Interval = 'monthly' | 'annual'

/** What a plan costs for some users; amounts in cents. */
export type Quote = {
  /** The name of the price, which the server resolves. */
  price: string
  currency: string
  seats: number
  /** For one user and the whole interval, without GST. */
  unit: number
  subtotal: number
  tax: number
  total: number
}

/** 'A$1,250' from cents. */
export const formatCents = (cents: number, currency: string): string =>
  formatMoney(cents / 100, currency)

export const formatUsers = (count: number): string => formatCount(count, 'user', 'users')

/** 'year' or 'month'. */
export const periodOf = (interval: Interval): 'year' | 'month' =>
  interval === 'annual' ? 'year' : 'month'

/** Never fewer users than the plan starts at; null for a plan without prices in the country. */
export const quoteOf = (
  product: Product,
  { country, interval, seats }: { country: BillingCountry; interval: Interval; seats: number },
): Quote | null => {
  const prices = product[country]
  const price = prices?.[interval]
  if (!prices || !price) return null
  const charged = Math.max(seats, product.seats.min)
  const subtotal = price.amount * charged
  const tax = gstOf(subtotal, gst[country])
  return {
    price: price.price,
    currency: prices.currency,
    seats: charged,
    unit: price.amount,
    subtotal,
    tax,
    total: subtotal + tax,
  }
}

/** In whole cents; `rate` in percent. */
export const gstOf = (cents: number, rate: number): number => Math.round((cents * rate) / 100)

/** A month's share of a yearly price, with and without GST, as shown. */
export const monthlyShare = (
  { unit, currency }: Quote,
  { country, interval }: { country: BillingCountry; interval: Interval },
): { exGst: string; withGst: string } => {
  const months = interval === 'annual' ? 12 : 1
  return {
    exGst: formatCents(Math.round(unit / months), currency),
    withGst: formatCents(Math.round((unit + gstOf(unit, gst[country])) / months), currency),
  }
}

/** In whole percent, the largest of all plans; 0 without any. */
export const yearlySaving = (products: readonly Product[], country: BillingCountry): number =>
  Math.max(
    0,
    ...products.map((product) => {
      const { monthly, annual } = product[country] ?? {}
      return monthly && annual ? Math.floor(100 - (100 * annual.amount) / (monthly.amount * 12)) : 0
    }),
  )
