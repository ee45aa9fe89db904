import type { Transaction } from 'kysely'
import type { Subscription } from '../../contract/org/customer.ts'
import { limitSeats } from '../members/seats.ts'
import { notifyAdmins } from '../notifications/notify-admins.ts'
import type { Tables } from '../platform/db/tables.ts'
import { disputeNotice, refundNotice, type MoneyBack } from './notices.ts'
import { notifyOfBilling } from './notify.ts'

type Trx = Transaction<Tables>

/** What follows from a change at the payment provider: admins are notified, and Clerk learns how many users there may be. */
export const billingFollowUps = (now: () => number) => ({
  changed: async (
    trx: Trx,
    change: { orgId: string; before: Subscription | null; after: Subscription | null },
  ): Promise<void> => {
    await limitSeats(trx, change)
    await notifyOfBilling(trx, change, now())
  },
  moneyBack: (
    trx: Trx,
    back: MoneyBack & { orgId: string; kind: 'refund' | 'dispute'; credits: number },
  ): Promise<void> =>
    notifyAdmins(
      trx,
      back.orgId,
      back.kind === 'refund' ? refundNotice(back) : disputeNotice(back),
      now(),
    ),
})
