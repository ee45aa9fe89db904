import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Subscription } from '../../../contract/org/customer.ts'
import { useApi } from '../../lib/use-api.ts'
import { describePaymentError, paymentTimeoutMs } from '../../shared/billing/payment-errors.ts'
import { attemptPayment } from '../../shared/billing/attempt-payment.ts'
import { showToast } from '../../ui/toasts.tsx'
import { storePlan } from './store-plan.ts'

/** Takes back a cancellation, or a smaller plan that has not begun. */
export const useResume = ({ id, plan }: Subscription): { resume: () => void; busy: boolean } => {
  const api = useApi()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      attemptPayment(`resume ${id}`, (idempotencyKey) =>
        api.resumePlan({ id }, { idempotencyKey, timeoutMs: paymentTimeoutMs }),
      ),
    onSuccess: ({ subscription }) => {
      storePlan(client, subscription)
      showToast({ title: `You’re keeping ${plan.metadata.plan_name}` })
    },
    onError: (error) => showToast({ title: describePaymentError(error), tone: 'danger' }),
  })
  return { resume: () => mutate(), busy: isPending }
}
