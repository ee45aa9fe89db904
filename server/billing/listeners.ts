import { limitSeats } from '../members/seats.ts'
import { notifyAdmins } from '../notifications/notify-admins.ts'
import { disputeNotice, refundNotice } from './notices.ts'
import { notifyOfBilling } from './notify.ts'
import type { BillingListener } from './sync-customer.ts'

/** What follows from a change at the payment provider: Clerk learns how many users there may be, admins are notified. */
export const billingListeners: readonly BillingListener[] = [
  {
    changed: async (trx, change) => {
      await limitSeats(trx, change)
      await notifyOfBilling(trx, change, change.now)
    },
    moneyBack: (trx, back) =>
      notifyAdmins(
        trx,
        back.orgId,
        back.kind === 'refund' ? refundNotice(back) : disputeNotice(back),
        back.now,
      ),
  },
]
