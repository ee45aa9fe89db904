import type { Subscription } from '../../contract/org/customer.ts'
import { zoneOf } from '../customer/time-zone.ts'

export type Period = {
  /** Unique and permanent: a period is never granted twice. */
  ref: string
  credits: number
  start: Date
  end: Date
  title: string
}

/**
 * Null without a paid period. `metadata.credits` covers all seats: the whole trial while trialing, one month otherwise. Months
 * are counted back from `metadata.periodEnd`, so an annual plan grants its credits monthly.
 */
export const periodOf = (subscription: Subscription | null, at: number): Period | null => {
  const metadata = subscription?.metadata
  if (!subscription || !metadata) return null
  const { id, status } = subscription
  if (status !== 'trialing' && status !== 'active') return null
  const last = Date.parse(metadata.periodEnd)
  if (Number.isNaN(last) || last <= at || metadata.credits <= 0) return null
  const monthly = status === 'active'
  let months = 0
  while (monthly && monthsFrom(last, -months - 1) > at) months += 1
  const end = monthsFrom(last, -months)
  const start = monthly ? monthsFrom(last, -months - 1) : at
  const zone = zoneOf(subscription.billingCountry)
  return {
    // An extended trial is still the same.
    ref: monthly ? `${id}/${new Date(end).toISOString()}` : `${id}/trial`,
    credits: metadata.credits,
    start: new Date(start),
    end: new Date(end),
    title: monthly
      ? `${metadata.plan_name}, ${dayAndMonthOf(start, zone)} to ${dayAndMonthOf(end, zone)}`
      : `${metadata.plan_name}, until ${dayAndMonthOf(end, zone)}`,
  }
}

/** The last day of a shorter month. */
export const monthsFrom = (at: number, months: number): number => {
  const from = new Date(at)
  const day = from.getUTCDate()
  const moved = new Date(at)
  moved.setUTCDate(1)
  moved.setUTCMonth(from.getUTCMonth() + months)
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(day, days))
  return moved.getTime()
}

const dayAndMonthOf = (at: number, timeZone: string): string =>
  new Date(at).toLocaleDateString('en-AU', { day: 'numeric', month: 'long', timeZone })
