import { useQuery } from '@tanstack/react-query'
import type { BillingCountry } from '../../../contract/money/plans.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { formatCredits } from './copy.ts'
import { subscriptionQuery } from '../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { CardForm } from './card-form.tsx'
import { ChooseCredits } from './choose-credits.tsx'
import { needsConnection } from '../billing/has-payments.ts'
import { formatCents } from '../billing/prices.ts'
import { addonPlanQuery, paymentMethodQuery } from '../billing/queries.ts'
import { useBuyCredits, type Purchase } from './use-buy-credits.ts'

type Props = {
  orgId: string
  /** At least so many are suggested. */
  short: number
  open: boolean
  onClose: () => void
  onAdded?: () => void
}

/** Buys credits: with the card on file by one press, otherwise with a card that Stripe's field takes. */
export const AddCreditsDialog = (props: Props) => {
  const { open, onClose } = props
  const purchase = useBuyCredits(props)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !purchase.busy) onClose()
      }}
      size="sm"
      title="Add credits"
      footer={<Buttons purchase={purchase} onClose={onClose} />}
    >
      <Content purchase={purchase} orgId={props.orgId} />
    </Dialog>
  )
}

const Content = ({ purchase, orgId }: { purchase: Purchase; orgId: string }) => {
  const api = useApi()
  const offline = useOffline()
  const subscription = useQuery(subscriptionQuery(api, orgId)).data
  const country: BillingCountry = subscription?.billingCountry === 'NZ' ? 'NZ' : 'AU'
  const plan = useQuery({
    ...addonPlanQuery(api, { subscriptionId: subscription?.id ?? '', country }),
    enabled: subscription != null && !offline,
  })
  const card = useQuery({ ...paymentMethodQuery(api, orgId), enabled: !offline })
  const { step } = purchase
  if (step.at === 'card')
    return (
      <CardForm
        key={step.order.invoiceId}
        clientSecret={step.order.clientSecret}
        summary={`${formatCredits(step.credits)} · ${formatCents(step.order.total, step.order.currency)} with GST`}
        refusal={purchase.refusal}
        fields={purchase.cardFields}
      />
    )
  if (step.at === 'waiting' || step.at === 'late')
    return (
      <Callout icon={step.at === 'late' ? 'clock' : 'credit'}>
        {step.at === 'late'
          ? 'Your payment went through, and your credits are still on their way. They’ll show here within a few minutes. You won’t be charged twice.'
          : 'Paid. Adding your credits…'}
      </Callout>
    )
  if (offline) return <Callout icon="offline">{needsConnection}</Callout>
  if (plan.data !== undefined && card.data !== undefined)
    return <ChooseCredits plan={plan.data} card={card.data} purchase={purchase} />
  if (plan.error !== null || card.error !== null)
    return (
      <ErrorState
        title="We couldn’t load the price of credits"
        onRetry={() => {
          void plan.refetch()
          void card.refetch()
        }}
      >
        You haven’t been charged.
      </ErrorState>
    )
  return (
    <Delayed>
      <div role="status" aria-label="Loading the price" className="flex flex-col gap-3">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </Delayed>
  )
}

const Buttons = ({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) => {
  const offline = useOffline()
  const { step, busy, quote, pay, useOtherCard, goBack } = purchase
  const blocked = offline ? needsConnection : undefined
  if (step.at === 'late')
    return (
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    )
  if (step.at === 'waiting')
    return (
      <Button variant="primary" busy>
        Adding credits
      </Button>
    )
  const isCard = step.at === 'card'
  const sum = quote === null ? '' : ` ${formatCents(quote.total, quote.currency)}`
  const hasCard = !isCard && purchase.card !== null
  return (
    <>
      <Button
        variant="quiet"
        onClick={isCard ? goBack : onClose}
        disabledReason={busy ? 'Waiting for your bank…' : undefined}
      >
        {isCard ? 'Back' : 'Cancel'}
      </Button>
      {hasCard && (
        <Button disabledReason={blocked} busy={busy} onClick={useOtherCard}>
          Use another card
        </Button>
      )}
      <Button
        variant="primary"
        busy={busy}
        disabledReason={blocked ?? (quote === null ? 'We don’t have the price yet.' : undefined)}
        onClick={pay}
      >
        {isCard || hasCard ? `Pay${sum}` : 'Continue to card'}
      </Button>
    </>
  )
}
