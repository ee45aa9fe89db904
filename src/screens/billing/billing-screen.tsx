import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { isPaidPlan, type Subscription } from '../../../contract/org/customer.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { hasPayments } from '../../shared/billing/has-payments.ts'
import { PaymentReturn } from '../../shared/billing/payment-return.tsx'
import { hasPaidPlan } from '../../shared/billing/plan-poll.ts'
import { askAdmins } from '../../shared/members/admins.ts'
import { customerInfoQuery, subscriptionQuery } from '../../shared/queries.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { BillingDetails } from './billing-details.tsx'
import { BillingNotices } from './billing-notices.tsx'
import { CancelPlan } from './cancel-plan.tsx'
import { ChoosePlan } from './choose-plan.tsx'
import { Invoices } from './invoices.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { Seats } from './seats.tsx'

/** The plan and what it costs; admins also change it, pay and cancel. */
export const BillingScreen = () => {
  const api = useApi()
  const { orgId, orgName, role } = useIdentity()
  const query = useQuery({ ...subscriptionQuery(api, orgId ?? ''), enabled: orgId !== null })
  const members = useQuery(customerInfoQuery(api)).data?.members
  const offline = useOffline()
  const hasPaid = new URLSearchParams(useSearch()).get('checkout') === 'done'
  const { data, error, isPending, dataUpdatedAt, refetch } = query
  const admin = role === 'admin'
  return (
    <Page
      title="Plan and billing"
      lead={
        admin
          ? 'Your plan, users and invoices.'
          : `Only an admin can change your plan. ${askAdmins(members, orgName)}`
      }
    >
      {orgId !== null && data != null && (
        <div className="flex flex-col gap-6">
          {(offline || error !== null) && (
            <Callout
              icon={offline ? 'offline' : 'clock'}
              actions={!offline && <Button onClick={() => void refetch()}>Try again</Button>}
            >
              {offline ? 'You’re offline.' : 'We couldn’t refresh this.'} This is your plan{' '}
              <AsOf at={dataUpdatedAt} className="font-medium text-ink" />.
              {offline && ' Changing it needs a connection.'}
            </Callout>
          )}
          {hasPaid && (
            <PaymentReturn orgId={orgId} isWanted={hasPaidPlan}>
              Your new plan starts as soon as the payment is confirmed.
            </PaymentReturn>
          )}
          <BillingNotices orgId={orgId} subscription={data} />
          <PlanSummary orgId={orgId} subscription={data} />
          {admin && !hasPaid && isForSale(data) && <ChoosePlan orgId={orgId} subscription={data} />}
          <Seats subscription={data} />
          {admin && hasPayments() && (
            <>
              <BillingDetails orgId={orgId} />
              <Invoices orgId={orgId} />
            </>
          )}
          {admin && <CancelPlan subscription={data} />}
        </div>
      )}
      {data == null && isPending && !offline && (
        <Delayed>
          <div role="status" aria-label="Loading your plan" className="flex flex-col gap-6">
            <Skeleton className="h-48 w-full" />
            <Skeleton className="h-32 w-full" />
          </div>
        </Delayed>
      )}
      {data == null && offline && (
        <EmptyState drawing="offline" heading="h2" title="Your plan isn’t on this device yet">
          It’ll load when you’re back online.
        </EmptyState>
      )}
      {data === undefined && !offline && error !== null && (
        <ErrorState heading="h2" title="We couldn’t load your plan" onRetry={() => void refetch()}>
          Nothing has changed and nothing was charged.
        </ErrorState>
      )}
    </Page>
  )
}

/** A trial can be followed by any plan; what sales arranged is changed by sales. */
const isForSale = (subscription: Subscription): boolean =>
  subscription.status === 'trialing' && !isPaidPlan(subscription)
