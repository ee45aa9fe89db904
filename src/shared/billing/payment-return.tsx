import type { ReactNode } from 'react'
import type { Subscription } from '../../../contract/org/customer.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { usePlanPoll } from './plan-poll.ts'

/** Back from a payment: asks until the plan is as wanted, and then shows nothing. */
export const PaymentReturn = ({
  orgId,
  isWanted,
  children,
}: {
  orgId: string
  isWanted: (subscription: Subscription | null) => boolean
  /** What happens once it is confirmed. */
  children: ReactNode
}) => {
  const { state, poll } = usePlanPoll(orgId, isWanted, { atOnce: true })
  if (state === 'arrived') return null
  if (state === 'late')
    return (
      <Callout icon="clock" actions={<Button onClick={poll}>Check again</Button>}>
        Your payment is still being confirmed. This can take a few minutes, and you can close this
        page meanwhile. You won’t be charged twice.
      </Callout>
    )
  return (
    <div
      role="status"
      className="flex items-center gap-3 rounded-md border border-accent bg-accent-soft p-4 text-14 sm:p-5"
    >
      <span className="text-accent-strong">
        <Spinner size={20} />
      </span>
      <span className="min-w-0">
        <span className="block text-16 font-semibold">We’re confirming your payment</span>
        <span className="text-ink-soft">{children}</span>
      </span>
    </div>
  )
}
