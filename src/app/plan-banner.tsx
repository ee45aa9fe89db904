import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { dayMs } from '../../contract/core/days.ts'
import { links } from '../../contract/links.ts'
import type { Subscription } from '../../contract/org/customer.ts'
import { formatDay } from '../lib/format.ts'
import { useApi } from '../lib/use-api.ts'
import { useIdentity } from '../session/use-identity.ts'
import { describeFailedPayment } from '../shared/failed-payment.ts'
import { askAdmins } from '../shared/members/admins.ts'
import { customerInfoQuery, subscriptionQuery } from '../shared/queries.ts'
import { useMinute } from '../ui/as-of.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Banner, useDismissed } from './banner.tsx'
import { CreditThresholdBanner } from './credit-threshold-banner.tsx'

const UpdateCard = lazyComponent(() =>
  import('../shared/billing/update-card.tsx').then((m) => m.UpdateCard),
)

/** What a member should know of the plan, the most pressing first: a payment that failed, the end of the plan, its credits. */
export const PlanBanner = () => {
  const { orgId } = useIdentity()
  const now = useMinute()
  const { data: plan } = useQuery({
    ...subscriptionQuery(useApi(), orgId ?? ''),
    enabled: orgId !== null,
  })
  const [path] = useLocation()
  // The billing screen says the same, with more ways to go on.
  if (!plan || orgId === null || path === links.billing()) return <CreditThresholdBanner />
  const failure = describeFailedPayment(plan, now)
  if (failure !== null) return <FailureBanner orgId={orgId} failure={failure} />
  const end = endOf(plan)
  const isNear = end !== null && (plan.status !== 'trialing' || Date.parse(end) - now <= warnedMs)
  return isNear ? <EndBanner key={end} end={end} plan={plan} /> : <CreditThresholdBanner />
}

const warnedMs = 3 * dayMs

/** Of a trial, or of a plan that was cancelled; ISO 8601. */
const endOf = ({ status, metadata, billing }: Subscription): string | null =>
  status === 'trialing' ? (metadata?.periodEnd ?? null) : (billing?.endsAt ?? null)

const FailureBanner = ({ orgId, failure }: { orgId: string; failure: string }) => {
  const { orgName, role } = useIdentity()
  const members = useQuery({ ...customerInfoQuery(useApi()), enabled: false }).data?.members
  const admin = role === 'admin'
  return (
    <Banner icon="warning" tone="danger" action={admin && <UpdateCard orgId={orgId} size="sm" />}>
      {failure} {!admin && askAdmins(members, orgName)}
    </Banner>
  )
}

const EndBanner = ({ end, plan }: { end: string; plan: Subscription }) => {
  const { userId, orgId, orgName, role } = useIdentity()
  const members = useQuery({ ...customerInfoQuery(useApi()), enabled: false }).data?.members
  const isTrial = plan.status === 'trialing'
  const kind = isTrial ? 'trial' : 'plan-end'
  const key = `fieldbook.${kind}-heard.${userId ?? ''}.${orgId ?? ''}`
  const [isDismissed, dismiss] = useDismissed(key, end)
  if (isDismissed) return <CreditThresholdBanner />
  const name = isTrial ? 'Your trial' : `Your ${plan.plan.metadata.plan_name} plan`
  return (
    <Banner icon="clock" onDismiss={dismiss}>
      {name} ends on {formatDay(end)}. Nothing you saved is deleted.{' '}
      {role === 'admin' ? (
        <Link href={links.billing()} className="font-medium underline">
          {isTrial ? 'Choose a plan' : 'Keep the plan'}
        </Link>
      ) : (
        `To keep going, ${askAdmins(members, orgName).replace(/^Ask/, 'ask')}`
      )}
    </Banner>
  )
}
