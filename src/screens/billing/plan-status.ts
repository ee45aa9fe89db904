import type { Subscription } from '../../../contract/org/customer.ts'

/** The state of a plan, as its label. */
export const statusOf = ({
  status,
  billing,
}: Subscription): { label: string; tone: 'plain' | 'accent' | 'warn' | 'danger' } => {
  if (status === 'past_due') return { label: 'Payment due', tone: 'danger' }
  if (billing?.endsAt) return { label: 'Cancelled', tone: 'warn' }
  if (status === 'trialing') return { label: 'Free trial', tone: 'accent' }
  if (status === 'active') return { label: 'Active', tone: 'accent' }
  return { label: 'Being set up', tone: 'plain' }
}
