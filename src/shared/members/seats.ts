import type { Subscription } from '../../../contract/org/customer.ts'
import type { Member } from '../../../contract/org/members.ts'
import { formatCount } from '../../lib/format.ts'

/** How the users of a plan are used; `free` is negative if the plan is for fewer than are in. */
export type Seats = {
  seats: number
  members: number
  invited: number
  free: number
  isTrial: boolean
}

/** Null until plan and members are known. */
export const seatsOf = (
  subscription: Subscription | null | undefined,
  members: readonly Member[] | undefined,
  invited: number,
): Seats | null => {
  const seats = subscription?.metadata?.seats
  if (subscription == null || seats === undefined || members === undefined) return null
  return {
    seats,
    members: members.length,
    invited,
    free: seats - members.length - invited,
    isTrial: subscription.status === 'trialing',
  }
}

/** Who a plan for so many users would leave out: Standard users first, those who were not here for longest before others. */
export const membersBeyond = (members: readonly Member[], seats: number): Member[] =>
  members
    .toSorted(
      (a, b) =>
        Number(a.role === 'admin') - Number(b.role === 'admin') ||
        (a.lastSeen ?? '').localeCompare(b.lastSeen ?? '') ||
        a.name.localeCompare(b.name),
    )
    .slice(0, Math.max(0, members.length - seats))

/** What a plan with `beyond` members too many means. */
export const describeBeyond = (beyond: number): string =>
  `Everyone keeps access, but you can’t invite anyone until ${formatCount(beyond, 'user leaves', 'users leave')} or you add users.`
