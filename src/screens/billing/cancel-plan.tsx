import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isPaidPlan, type Subscription } from '../../../contract/org/customer.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatDay } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { needsConnection } from '../../shared/billing/has-payments.ts'
import { describePaymentError, paymentTimeoutMs } from '../../shared/billing/payment-errors.ts'
import { attemptPayment } from '../../shared/billing/attempt-payment.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { storePlan } from './store-plan.ts'

/** Ends the plan in two presses; until its last day it can be taken back. Nothing for a plan that already ends. */
export const CancelPlan = ({ subscription }: { subscription: Subscription }) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const [asking, setAsking] = useState(false)
  const { id, billing, plan, metadata, status } = subscription
  const name = plan.metadata.plan_name
  const cancel = useMutation({
    mutationFn: () =>
      attemptPayment(`cancel ${id}`, (idempotencyKey) =>
        api.cancelPlan({ id }, { idempotencyKey, timeoutMs: paymentTimeoutMs }),
      ),
    onSuccess: ({ subscription: after }) => {
      storePlan(client, after)
      const end = after.billing?.endsAt ?? null
      showToast({
        title: end === null ? `${name} is cancelled` : `${name} ends on ${formatDay(end)}`,
      })
    },
    onError: (error) => showToast({ title: describePaymentError(error), tone: 'danger' }),
  })
  if (!isPaidPlan(subscription) || (billing?.endsAt ?? null) !== null) return null
  const lastDay = metadata === null ? null : formatDay(metadata.periodEnd)
  const unpaid = status === 'past_due'
  return (
    <section
      aria-label="Cancel plan"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5"
    >
      <p className="max-w-text text-14 text-ink-soft">
        {unpaid || lastDay === null
          ? 'If you cancel while a payment is due, the plan ends at once.'
          : `If you cancel, you keep ${name} until ${lastDay}.`}
      </p>
      <Button
        variant="quiet"
        busy={cancel.isPending}
        disabledReason={offline ? needsConnection : undefined}
        onClick={() => setAsking(true)}
      >
        Cancel plan
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Cancel ${name}?`}
        description={
          unpaid || lastDay === null
            ? 'The plan ends at once. Nothing you saved is deleted.'
            : `Your last day is ${lastDay}. You can take this back until then. Nothing you saved is deleted.`
        }
        keep={`Keep ${name}`}
        action="Cancel plan"
        onConfirm={() => cancel.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
