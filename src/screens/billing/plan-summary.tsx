import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { isPaidPlan, type Subscription } from '../../../contract/org/customer.ts'
import { gst } from '../../../contract/money/plans.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { ContactSales } from '../../shared/billing/contact-sales.tsx'
import { needsConnection } from '../../shared/billing/has-payments.ts'
import { formatCents, formatUsers, gstOf } from '../../shared/billing/prices.ts'
import { productsQuery } from '../../shared/billing/queries.ts'
import { AddCredits } from '../../shared/credits/add-credits.tsx'
import { formatCredits } from '../../shared/credits/copy.ts'
import { creditsQuery } from '../../shared/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { statusOf } from './plan-status.ts'

/** The plan, its price, when it renews and what of its credits is used. */
export const PlanSummary = ({
  orgId,
  subscription,
}: {
  orgId: string
  subscription: Subscription
}) => {
  const admin = useIdentity().role === 'admin'
  const { label, tone } = statusOf(subscription)
  const isPaid = isPaidPlan(subscription)
  return (
    <section aria-labelledby="plan" className="@container rounded-md border border-line bg-card">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 p-5 sm:p-6">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2.5">
            <h2 id="plan" className="text-26 font-semibold">
              {subscription.plan.metadata.plan_name}
            </h2>
            <Badge tone={tone}>{label}</Badge>
          </div>
          <PriceLine subscription={subscription} />
        </div>
        {admin && isPaid && <ChangePlan orgId={orgId} subscription={subscription} />}
        {admin && !isPaid && subscription.status === 'active' && <ContactSales about="your plan" />}
      </div>
      <dl className="grid border-t border-line @2xl:grid-cols-2 @2xl:divide-x @2xl:divide-line">
        <NextDate subscription={subscription} />
        <CreditsUsed />
      </dl>
    </section>
  )
}

const ChangePlan = ({ orgId, subscription }: { orgId: string; subscription: Subscription }) => {
  const offline = useOffline()
  const [open, setOpen] = useState(false)
  // Known when the dialog opens.
  useQuery(productsQuery(useApi(), orgId))
  const { status, billing } = subscription
  const reason =
    status === 'past_due'
      ? 'Update your card first.'
      : billing?.endsAt
        ? 'Your plan is cancelled. Keep it to change it.'
        : undefined
  return (
    <>
      <Button disabledReason={offline ? needsConnection : reason} onClick={() => setOpen(true)}>
        Change plan
      </Button>
      <ChangePlanDialog
        orgId={orgId}
        subscription={subscription}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const PriceLine = ({ subscription }: { subscription: Subscription }) => {
  const { billing, metadata, billingCurrency, billingCountry } = subscription
  const seats = metadata?.seats ?? 1
  if (subscription.status === 'trialing')
    return (
      <p className="mt-1 text-14 text-ink-soft">Free, for {formatUsers(seats)}. No card needed.</p>
    )
  if (!billing || billing.unitAmount === null || billing.interval === null)
    return <p className="mt-1 text-14 text-ink-soft">For {formatUsers(seats)}.</p>
  const subtotal = billing.unitAmount * seats
  const rate = gst[billingCountry === 'NZ' ? 'NZ' : 'AU']
  const money = (cents: number): string => formatCents(cents, billingCurrency)
  return (
    <>
      <p className="tabular mt-1 text-16">
        {money(subtotal)} <span className="text-ink-soft">plus GST</span>
        <span className="text-ink-faint"> · </span>
        {money(subtotal + gstOf(subtotal, rate))}{' '}
        <span className="text-ink-soft">with {rate}% GST</span>
      </p>
      <p className="tabular mt-0.5 text-14 text-ink-soft">
        each {billing.interval}, for {formatUsers(seats)} at {money(billing.unitAmount)}
        {billing.discounted && ', before your discount'}
      </p>
    </>
  )
}

const NextDate = ({ subscription }: { subscription: Subscription }) => {
  const { billing, status, metadata } = subscription
  if (status === 'trialing' && metadata)
    return (
      <Figure label="Trial ends">
        {formatDay(metadata.periodEnd)}
        <Note>It ends on its own and nothing is charged.</Note>
      </Figure>
    )
  if (status === 'past_due' && billing?.failedPayment)
    return (
      <Figure label="Access until">
        {formatDay(billing.failedPayment.accessEndsAt)}
        <Note>The plan renews once the payment that’s due goes through.</Note>
      </Figure>
    )
  if (billing?.endsAt)
    return (
      <Figure label="Last day">
        {formatDay(billing.endsAt)}
        <Note>No more invoices.</Note>
      </Figure>
    )
  if (billing?.renewsAt)
    return (
      <Figure label="Renews">
        {formatDay(billing.renewsAt)}
        <Note>We charge your card and send the invoice.</Note>
      </Figure>
    )
  return (
    <Figure label="Paid until">
      {metadata === null ? 'Being set up' : formatDay(metadata.periodEnd)}
    </Figure>
  )
}

const CreditsUsed = () => {
  const credits = useQuery(creditsQuery(useApi())).data
  if (credits === undefined) return <Figure label="Credits this period">Loading…</Figure>
  const { spent, period, balance, reserved, parts } = credits
  const left = balance - reserved
  return (
    <div className="px-5 py-4 @max-2xl:border-t @max-2xl:border-line sm:px-6">
      <dt className="text-13 text-ink-faint">Credits this period</dt>
      <dd className="tabular mt-0.5 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 text-14">
        <span className="min-w-0 flex-1 basis-44">
          <span className="font-medium">
            {formatNumber(spent)}
            {period !== null && ` of ${formatNumber(period.credits)}`} used
          </span>
          {period !== null && (
            <span className="mt-2 block">
              <Progress
                done={Math.min(spent, period.credits)}
                total={period.credits}
                label="Credits used this period"
                wide
              />
            </span>
          )}
          <Note>
            {formatCredits(left)} left
            {parts.rollover + parts.addon > 0 && ', with rollover and add‑ons'}
          </Note>
        </span>
        <AddCredits why={`We have ${formatCredits(left)} left.`} />
      </dd>
    </div>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="px-5 py-4 sm:px-6">
    <dt className="text-13 text-ink-faint">{label}</dt>
    <dd className="tabular mt-0.5 text-14 font-medium">{children}</dd>
  </div>
)

const Note = ({ children }: { children: ReactNode }) => (
  <span className="mt-1 block text-13 font-normal text-ink-faint">{children}</span>
)
