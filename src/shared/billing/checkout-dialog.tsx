import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { gst, type Product } from '../../../contract/money/plans.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Switch } from '../../ui/switch.tsx'
import { needsConnection } from './has-payments.ts'
import { describePaymentError, paymentTimeoutMs } from './payment-errors.ts'
import type { Terms } from './plan-card.tsx'
import { formatCents, formatUsers, periodOf, type Quote } from './prices.ts'
import { SumLines } from './sum-lines.tsx'
import { MembersBeyond } from '../members/members-beyond.tsx'
import { attemptPayment } from './attempt-payment.ts'
import { useLeave } from '../../lib/use-leave.ts'

export type Order = { product: Product; quote: Quote } & Terms

/** The order before the payment page: its sum with GST, and whether there is a promotion code. */
export const CheckoutDialog = ({
  orgId,
  order,
  onClose,
}: {
  orgId: string
  order: Order | null
  onClose: () => void
}) => {
  // What was ordered last stays drawn while the dialog closes.
  const [last, setLast] = useState(order)
  if (order !== null && order !== last) setLast(order)
  return last === null ? null : (
    <OpenCheckout orgId={orgId} order={last} open={order !== null} onClose={onClose} />
  )
}

const OpenCheckout = ({
  orgId,
  order: { product, quote, interval, country },
  open,
  onClose,
}: {
  orgId: string
  order: Order
  open: boolean
  onClose: () => void
}) => {
  const api = useApi()
  const offline = useOffline()
  const [hasCode, setHasCode] = useState(false)
  const { isLeaving, leave } = useLeave()
  const order = {
    price: quote.price,
    orgId,
    isTrialMode: false,
    userCount: quote.seats,
    isAnnual: interval === 'annual',
    isCouponApplied: hasCode,
    billingCountry: country,
  }
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      attemptPayment(JSON.stringify(order), (idempotencyKey) =>
        api.checkout(order, { idempotencyKey, timeoutMs: paymentTimeoutMs }),
      ),
    onSuccess: ({ url }) => leave(url),
  })
  const busy = isPending || isLeaving
  const total = formatCents(quote.total, quote.currency)
  const period = periodOf(interval)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next || busy) return
        reset()
        onClose()
      }}
      size="sm"
      title={`${product.name}, billed ${interval === 'annual' ? 'yearly' : 'monthly'}`}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={onClose}
            disabledReason={busy ? 'Opening the payment page…' : undefined}
          >
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={offline ? needsConnection : undefined}
            onClick={() => mutate()}
          >
            Continue to payment
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <SumLines
          currency={quote.currency}
          lines={[
            {
              title: `${formatUsers(quote.seats)} × ${formatCents(quote.unit, quote.currency)}`,
              amount: quote.subtotal,
            },
          ]}
          tax={{ title: `GST ${gst[country]}%`, amount: quote.tax }}
          total={{ title: 'Due today', amount: quote.total }}
        />
        <p className="text-13 text-ink-soft">
          Renews every {period} at {total} until you cancel. You can cancel any time and keep access
          until the end of the {period} you’ve paid for.
        </p>
        <MembersBeyond seats={quote.seats} />
        <Switch
          label="I have a promotion code"
          hint="You’ll enter it on the payment page."
          checked={hasCode}
          onCheckedChange={setHasCode}
          className="border-t border-line pt-1"
        />
        {error !== null && <FormError>{describePaymentError(error)}</FormError>}
      </div>
    </Dialog>
  )
}
