import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { BillingCountry, Product } from '../../../contract/money/plans.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { askAdmins } from '../../shared/members/admins.ts'
import {
  customerInfoQuery,
  customerMetadataQuery,
  subscriptionQuery,
} from '../../shared/queries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { AskAdmin } from './ask-admin.tsx'
import { ContactSales } from './contact-sales.tsx'
import { PlanCard } from './plan-card.tsx'
import { yearlySaving, type Interval } from './prices.ts'
import { productsQuery } from './queries.ts'
import { StartTrial } from './start-trial.tsx'
import { whyNot } from './why-not.ts'

/** The trial first, then the plans that are sold; others see which admin to ask. */
export const PlanChoice = ({ orgId }: { orgId: string }) => {
  const api = useApi()
  const { orgName, role } = useIdentity()
  const offline = useOffline()
  const admin = role === 'admin'
  const { data, error, refetch } = useQuery(productsQuery(api, orgId))
  const subscription = useQuery(subscriptionQuery(api, orgId))
  // Also has the server learn the members, before a trial starts.
  const info = useQuery(customerInfoQuery(api)).data
  // Home decides by it whether the first run comes: known here, Home is not drawn before it.
  useQuery(customerMetadataQuery(api))
  const [interval, setInterval] = useState<Interval>('annual')
  const [chosen, setCountry] = useState<BillingCountry | null>(null)
  const country = chosen ?? (info?.customer.country === 'NZ' ? 'NZ' : 'AU')
  const products = Object.values(data?.products ?? {}).toSorted((a, b) => a.order - b.order)
  const trial = products.find(({ trialDays }) => trialDays !== null)
  const sold = products.filter(({ trialDays }) => trialDays === null)
  const canTry = data?.trial === 'available' && trial !== undefined
  const reason = whyNot(subscription.data ?? null)
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
      {admin && data !== undefined && !canTry && (
        <Callout icon="info" actions={<ContactSales variant="primary" />}>
          Contact sales to start your plan. You’ll get access as soon as it’s set up, and everything
          you saved is still here.
        </Callout>
      )}
      {sold.length > 0 && (
        <section aria-label="Plans" className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Segmented
              label="Billing"
              options={billingOptions(sold, country)}
              value={interval}
              onValueChange={setInterval}
              className="max-sm:w-full max-sm:*:flex-1"
            />
            <Segmented
              label="Billing country"
              options={countries}
              value={country}
              onValueChange={setCountry}
              className="max-sm:w-full max-sm:*:flex-1"
            />
          </div>
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-x-4 gap-y-0 *:mb-4">
            {sold.map((product) => (
              <PlanCard
                key={product.bucket_id}
                product={product}
                country={country}
                interval={interval}
                canBuy={admin}
              />
            ))}
          </ul>
        </section>
      )}
      <Foot admin={admin} orgId={orgId} />
    </div>
  )
}

const countries = [
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
] as const

const billingOptions = (sold: readonly Product[], country: BillingCountry) => {
  const saving = yearlySaving(sold, country)
  return [
    { value: 'monthly', label: 'Monthly' },
    { value: 'annual', label: saving > 0 ? `Yearly, save ${saving}%` : 'Yearly' },
  ] as const
}

const Foot = ({ admin, orgId }: { admin: boolean; orgId: string }) => {
  const { isFetching, refetch } = useQuery(subscriptionQuery(useApi(), orgId))
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
      <p className="mr-auto text-14 text-ink-soft max-sm:w-full">
        Nothing you saved is deleted when a plan ends.
      </p>
      {admin && (
        <Link href={`${links.planSelection()}?view=users`} className={buttonClass('quiet')}>
          Invite users
        </Link>
      )}
      <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
        Check again
      </Button>
    </div>
  )
}
