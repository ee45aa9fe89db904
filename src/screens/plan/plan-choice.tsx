import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { isPaidPlan, type Subscription } from '../../../contract/org/customer.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { ContactSales } from '../../shared/billing/contact-sales.tsx'
import { hasPayments } from '../../shared/billing/has-payments.ts'
import { PaymentReturn } from '../../shared/billing/payment-return.tsx'
import { PlanPicker } from '../../shared/billing/plan-picker.tsx'
import { hasPlan } from '../../shared/billing/plan-poll.ts'
import { productsQuery } from '../../shared/billing/queries.ts'
import { UpdateCard } from '../../shared/billing/update-card.tsx'
import { askAdmins } from '../../shared/members/admins.ts'
import {
  customerInfoQuery,
  customerMetadataQuery,
  subscriptionQuery,
} from '../../shared/queries.ts'
import { formatTime } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { AskAdmin } from './ask-admin.tsx'
import { StartTrial } from './start-trial.tsx'
import { whyNot } from './why-not.ts'
import { YourWork } from './your-work.tsx'

/** The trial first, then the plans that are sold; others see which admin to ask. */
export const PlanChoice = ({ orgId }: { orgId: string }) => {
  const api = useApi()
  const { orgName, role } = useIdentity()
  const offline = useOffline()
  const hasPaid = new URLSearchParams(useSearch()).get('checkout') === 'done'
  const admin = role === 'admin'
  const { data, error, refetch } = useQuery(productsQuery(api, orgId))
  const subscription = useQuery(subscriptionQuery(api, orgId)).data ?? null
  // Also has the server learn the members, before a trial starts.
  const info = useQuery(customerInfoQuery(api)).data
  // Home decides by it whether the first run comes: known here, Home is not drawn before it.
  useQuery(customerMetadataQuery(api))
  const country = info?.customer.country === 'NZ' ? 'NZ' : 'AU'
  const products = Object.values(data?.products ?? {}).toSorted((a, b) => a.order - b.order)
  const trial = products.find(({ trialDays }) => trialDays !== null)
  const sold = products.filter(({ trialDays }) => trialDays === null)
  const canTry = data?.trial === 'available' && trial !== undefined
  const reason = whyNot(subscription)
  const owes = admin && owesPayment(subscription)
  return (
    <div className="flex w-full flex-col gap-6">
      <div>
        <h1 className="text-26 font-semibold wrap-anywhere sm:text-34">
          Choose a plan for {orgName ?? 'your company'}
        </h1>
        {(reason !== null || !admin) && (
          <p className="mt-2 max-w-text text-16 text-ink-soft">
            {reason}{' '}
            {!admin && `Only an admin can choose a plan. ${askAdmins(info?.members, orgName)}`}
          </p>
        )}
        {!admin && (
          <div className="mt-4">
            <AskAdmin
              admins={(info?.members ?? []).filter((member) => member.role === 'admin')}
              orgName={orgName}
            />
          </div>
        )}
      </div>
      {hasPaid && (
        <PaymentReturn orgId={orgId} isWanted={hasPlan}>
          Your dashboard opens as soon as the payment is confirmed.
        </PaymentReturn>
      )}
      {owes && (
        <Callout icon="card" tone="warn" actions={<UpdateCard orgId={orgId} variant="primary" />}>
          Update your card to pay what’s due. Your plan starts again as soon as it’s paid.
        </Callout>
      )}
      {data === undefined && (error !== null || offline) && (
        <ErrorState title="We couldn’t load the plans" onRetry={() => void refetch()}>
          {offline ? 'You’re offline. Choosing a plan needs a connection.' : 'Your work is safe.'}
        </ErrorState>
      )}
      {data === undefined && error === null && !offline && (
        <Delayed>
          <Skeleton className="h-96 w-full" />
        </Delayed>
      )}
      {admin && canTry && <StartTrial orgId={orgId} trial={trial} country={country} />}
      {admin && data !== undefined && !canTry && !hasPayments() && (
        <Callout icon="info" actions={<ContactSales variant="primary" />}>
          Contact sales to start your plan. You’ll get access as soon as it’s set up, and everything
          you saved is still here.
        </Callout>
      )}
      {sold.length > 0 && (
        <PlanPicker
          orgId={orgId}
          sold={sold}
          country={country}
          users={info?.members.length ?? 1}
          canBuy={admin && !owes}
        />
      )}
      {reason !== null && <YourWork orgId={orgId} />}
      <Foot admin={admin} orgId={orgId} />
    </div>
  )
}

/** The plan that lapsed comes back with a card that works; until it ends no other is sold. */
const owesPayment = (subscription: Subscription | null): boolean =>
  isPaidPlan(subscription) &&
  (subscription?.status === 'past_due' || subscription?.status === 'unpaid')

const Foot = ({ admin, orgId }: { admin: boolean; orgId: string }) => {
  const { isFetching, refetch } = useQuery(subscriptionQuery(useApi(), orgId))
  const [checked, setChecked] = useState('')
  // With a plan, the dashboard opens instead.
  const check = async (): Promise<void> => {
    const { isError } = await refetch()
    const now = Date.now()
    setChecked(
      isError
        ? 'We couldn’t check your plan. Try again.'
        : `Checked ${formatTime(now, now)}: no active plan yet.`,
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
      <p className="mr-auto text-14 text-ink-soft max-sm:w-full">
        Nothing you saved is deleted when a plan ends.
      </p>
      <p role="status" className="text-14 text-ink-soft max-sm:w-full">
        {checked}
      </p>
      <span className="ml-auto flex gap-2 max-sm:-ml-4">
        {admin && (
          <Link href={`${links.planSelection()}?view=users`} className={buttonClass('quiet')}>
            Invite users
          </Link>
        )}
        <Button variant="quiet" busy={isFetching} onClick={() => void check()}>
          Check again
        </Button>
      </span>
    </div>
  )
}
