import { useEffect } from 'react'
import type { Subscription } from '../../../contract/org/customer.ts'
import { usePlanPoll } from '../../shared/billing/plan-poll.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { currentTerms, isSameTerms, type PlanTerms } from './plan-terms.ts'

/** The bank wants the customer to confirm, on a page of its own; the plan changes once it has. */
export const BankConfirmation = ({
  orgId,
  url,
  terms,
  onDone,
}: {
  orgId: string
  url: string | null
  terms: PlanTerms
  onDone: () => void
}) => {
  const isChanged = (subscription: Subscription | null): boolean =>
    subscription !== null && isSameTerms(currentTerms(subscription), terms)
  const { state, poll } = usePlanPoll(orgId, isChanged, { atOnce: true })
  useEffect(() => {
    if (state !== 'arrived') return
    showToast({ title: 'Your plan has changed' })
    onDone()
  }, [state, onDone])
  return (
    <Callout
      icon="lock"
      actions={
        <>
          {url !== null && (
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
              Confirm with your bank
              <Icon name="external" size={16} label="(opens another site)" />
            </a>
          )}
          {state === 'late' && <Button onClick={poll}>Check again</Button>}
        </>
      }
    >
      Your bank wants you to confirm this payment. Your plan won’t change until you do.
    </Callout>
  )
}
