import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BillingCountry, Product } from '../../../contract/money/plans.ts'
import type { Subscription } from '../../../contract/org/customer.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatDay } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { ContactSales } from '../../shared/billing/contact-sales.tsx'
import { needsConnection } from '../../shared/billing/has-payments.ts'
import { formatCents } from '../../shared/billing/prices.ts'
import { productsQuery } from '../../shared/billing/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { BankConfirmation } from './bank-confirmation.tsx'
import { ChangeForm } from './change-form.tsx'
import { ProrationPart } from './proration-part.tsx'
import { currentTerms, fitTerms, isSameTerms, type PlanTerms } from './plan-terms.ts'
import { useChangePlan, type Change } from './use-change-plan.ts'

type Props = { orgId: string; subscription: Subscription; open: boolean; onClose: () => void }

/** Another plan, interval or number of users, at the price that is shown before. */
export const ChangePlanDialog = (props: Props) => {
  const { open } = props
  const [times, setTimes] = useState({ wasOpen: open, count: 0 })
  if (open !== times.wasOpen) setTimes({ wasOpen: open, count: times.count + (open ? 1 : 0) })
  return times.count === 0 ? null : <OpenChangePlan key={times.count} {...props} />
}

const OpenChangePlan = ({ orgId, subscription, open, onClose }: Props) => {
  const api = useApi()
  const offline = useOffline()
  const now = currentTerms(subscription)
  const [terms, setTerms] = useState<PlanTerms>(now)
  const country = subscription.billingCountry === 'NZ' ? 'NZ' : 'AU'
  const products = useQuery(productsQuery(api, orgId)).data?.products
  const sold = products && soldIn(Object.values(products), country, now)
  const product = sold?.find(({ bucket_id: bucket }) => bucket === terms.bucket)
  const price = product?.[country]?.[terms.interval] ?? null
  const isChanged = !isSameTerms(terms, now)
  const change = useChangePlan({
    subscription,
    priceId: isChanged ? (price?.price ?? null) : null,
    terms,
    open,
    onDone: onClose,
  })
  const { proration, payment, busy } = change
  const isAtBank = payment?.status === 'action'
  const scheduled = subscription.billing?.scheduled
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onClose()
      }}
      title="Change plan"
      footer={
        <>
          <Button
            variant="quiet"
            onClick={onClose}
            disabledReason={busy ? 'Changing your plan…' : undefined}
          >
            {isAtBank ? 'Close' : 'Cancel'}
          </Button>
          {!isAtBank && (
            <Button
              variant="primary"
              busy={busy}
              disabledReason={offline ? needsConnection : whyNotYet(change, isChanged)}
              onClick={change.apply}
            >
              {labelOf(proration)}
            </Button>
          )}
        </>
      }
    >
      {isAtBank && (
        <BankConfirmation orgId={orgId} url={payment.url} terms={terms} onDone={onClose} />
      )}
      {!isAtBank && sold === undefined && (
        <Delayed>
          <Skeleton className="h-48 w-full" />
        </Delayed>
      )}
      {!isAtBank && sold !== undefined && (
        <div className="flex flex-col gap-5">
          <ChangeForm
            sold={sold}
            country={country}
            terms={terms}
            now={now}
            onChange={(next) => setTerms(fitTerms(next, sold))}
          />
          {bySales(Object.values(products ?? {}), now).map(({ bucket_id: bucket, name, seats }) => (
            <p
              key={bucket}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-14 text-ink-soft"
            >
              {name}, for a team of {seats.min} or more:
              <ContactSales about={name} variant="quiet" />
            </p>
          ))}
          {isChanged && scheduled && (
            <p className="text-14 text-ink-soft">
              This replaces your planned change to {scheduled.plan_name} on{' '}
              {formatDay(scheduled.at)}.
            </p>
          )}
          {isChanged && <ProrationPart change={change} orgId={orgId} />}
        </div>
      )}
    </Dialog>
  )
}

/** What an admin may change to by card, and the present plan. */
const soldIn = (products: readonly Product[], country: BillingCountry, now: PlanTerms): Product[] =>
  products
    .filter((product) => product.trialDays === null && product[country] !== null)
    .filter(({ contactSales, bucket_id: bucket }) => !contactSales || bucket === now.bucket)
    .toSorted((a, b) => a.order - b.order)

const bySales = (products: readonly Product[], now: PlanTerms): Product[] =>
  products.filter(({ contactSales, bucket_id: bucket }) => contactSales && bucket !== now.bucket)

const whyNotYet = ({ proration }: Change, isChanged: boolean): string | undefined => {
  if (!isChanged) return 'Choose another plan, billing or number of users.'
  return proration === undefined ? 'We don’t have the price yet.' : undefined
}

const labelOf = (proration: Change['proration']): string => {
  if (proration === undefined) return 'Change plan'
  if (proration.begins === 'next-period') return `Change on ${formatDay(proration.nextInvoiceAt)}`
  return proration.total > 0
    ? `Pay ${formatCents(proration.total, proration.currency)} now`
    : 'Change plan now'
}
