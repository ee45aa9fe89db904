import type { Product } from '../../../contract/money/plans.ts'
import type { Subscription } from '../../../contract/org/customer.ts'
import type { Interval } from '../../shared/billing/prices.ts'

/** What a plan change chooses. */
export type PlanTerms = { bucket: string; interval: Interval; seats: number }

/** What is paid now. */
export const currentTerms = ({ planBucketId, billing, metadata }: Subscription): PlanTerms => ({
  bucket: planBucketId,
  interval: billing?.interval === 'year' ? 'annual' : 'monthly',
  seats: metadata?.seats ?? 1,
})

export const isSameTerms = (a: PlanTerms, b: PlanTerms): boolean =>
  a.bucket === b.bucket && a.interval === b.interval && a.seats === b.seats

/** With as many users as the plan is sold for. */
export const fitTerms = (terms: PlanTerms, products: readonly Product[]): PlanTerms => {
  const limits = products.find(({ bucket_id: bucket }) => bucket === terms.bucket)?.seats
  if (limits === undefined) return terms
  const most = limits.max ?? maxUsers
  return { ...terms, seats: Math.min(most, Math.max(limits.min, terms.seats)) }
}

export const maxUsers = 10_000
