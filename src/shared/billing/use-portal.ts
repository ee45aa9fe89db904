import { useMutation } from '@tanstack/react-query'
import type { EndpointInput } from '../../../contract/core/endpoint.ts'
import type { billingEndpoints } from '../../../contract/money/billing.ts'
import { useApi } from '../../lib/use-api.ts'
import { showToast } from '../../ui/toasts.tsx'
import { describePaymentError, paymentTimeoutMs } from './payment-errors.ts'
import { useLeave } from '../../lib/use-leave.ts'

type PortalSection = EndpointInput<typeof billingEndpoints.customerPortal>['return_section']

/** Opens Stripe's page for the card, invoices and cancellation. */
export const usePortal = (orgId: string) => {
  const api = useApi()
  const { isLeaving, leave } = useLeave()
  const { mutate, isPending } = useMutation({
    mutationFn: (section: PortalSection) =>
      api.customerPortal({ orgId, return_section: section }, { timeoutMs: paymentTimeoutMs }),
    onSuccess: ({ url }) => leave(url),
    onError: (error) => showToast({ title: describePaymentError(error), tone: 'danger' }),
  })
  return { open: mutate, busy: isPending || isLeaving }
}
