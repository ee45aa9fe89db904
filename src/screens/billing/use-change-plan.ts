import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Proration } from '../../../contract/money/billing.ts'
import type { Subscription } from '../../../contract/org/customer.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatDay } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { describePaymentError, paymentTimeoutMs } from '../../shared/billing/payment-errors.ts'
import { formatUsers } from '../../shared/billing/prices.ts'
import { attemptPayment } from '../../shared/billing/attempt-payment.ts'
import { showToast } from '../../ui/toasts.tsx'
import type { PlanTerms } from './plan-terms.ts'
import { storePlan } from './store-plan.ts'

type Payment = {
  status: 'open' | 'done' | 'action' | 'declined'
  url: string | null
  reason: string | null
}

export type Change = {
  /** Undefined until the price of exactly what is chosen is known. */
  proration: Proration | undefined
  failed: boolean
  askAgain: () => void
  payment: Payment | null
  refusal: string | null
  busy: boolean
  apply: () => void
}

/** The price of a change, and the change at exactly that price. `priceId` is null while nothing is changed. */
export const useChangePlan = ({
  subscription,
  priceId,
  terms,
  open,
  onDone,
}: {
  subscription: Subscription
  priceId: string | null
  terms: PlanTerms
  open: boolean
  onDone: () => void
}): Change => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const [payment, setPayment] = useState<Payment | null>(null)
  const [isRepriced, setRepriced] = useState(false)
  const { id, customer, items } = subscription
  const wanted = `${priceId ?? ''} ${terms.seats}`
  // While a number is being stepped through, its prices are of no use.
  const isSettled = useDebounced(wanted, 300) === wanted
  const preview = useQuery({
    queryKey: ['proration', id, priceId, terms.seats],
    queryFn: ({ signal }) =>
      api.previewProrata(
        {
          id,
          customerId: customer,
          subscriptionItemId: items.data[0]?.id ?? '',
          priceId: priceId ?? '',
          qty: terms.seats,
        },
        { signal, timeoutMs: paymentTimeoutMs },
      ),
    enabled: open && !offline && priceId !== null && isSettled,
    staleTime: 0,
    gcTime: 0,
  })
  const proration = isSettled ? preview.data : undefined
  const apply = useMutation({
    mutationFn: async () => {
      if (proration === undefined || priceId === null) return
      const { prorationDate, total } = proration
      const order = { id, priceId, qty: terms.seats, prorationDate, total }
      setRepriced(false)
      const answer = await attemptPayment(JSON.stringify(order), (idempotencyKey) =>
        api.changePlan(order, { idempotencyKey, timeoutMs: paymentTimeoutMs }),
      )
      const { status, url, reason } = answer
      storePlan(client, answer.subscription)
      if (status === 'done') {
        showToast({ title: describeChange(answer.subscription) })
        return onDone()
      }
      setPayment({ status: status === 'declined' ? status : 'action', url, reason })
      void preview.refetch()
    },
    onError: (error) => {
      if (!(error instanceof ApiProblem && error.code === 'price-changed')) return
      setRepriced(true)
      void preview.refetch()
    },
  })
  return {
    proration,
    failed: preview.data === undefined && preview.error !== null,
    askAgain: () => void preview.refetch(),
    payment,
    refusal: isRepriced
      ? 'The price changed, so nothing was charged. Here’s the new price.'
      : payment?.status === 'declined'
        ? (payment.reason ?? 'Your bank declined the card.')
        : apply.error && describePaymentError(apply.error),
    busy: apply.isPending,
    apply: () => apply.mutate(),
  }
}

const describeChange = ({ plan, metadata, billing }: Subscription): string => {
  const scheduled = billing?.scheduled
  return scheduled
    ? `${scheduled.plan_name} for ${formatUsers(scheduled.seats)} from ${formatDay(scheduled.at)}`
    : `You’re on ${plan.metadata.plan_name} with ${formatUsers(metadata?.seats ?? 1)}`
}
