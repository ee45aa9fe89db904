import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useCrmConnection } from '../../shared/crm/connection.ts'
import { useIntegrations } from '../../shared/crm/integrations.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ProblemState } from '../../ui/problem-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { describeIncluded, whyNotAnother } from './copy.ts'
import { CrmCard } from './crm-card.tsx'

/** Spec 4: loading, authenticated and unauthenticated; a failure says what stays as it is. */
export const CrmList = () => {
  const { orgName } = useIdentity()
  const offline = useOffline()
  const connection = useCrmConnection()
  const { data, error, dataUpdatedAt, refetch } = useIntegrations(connection.state)
  const isSignedOut = connection.state === 'unauthenticated'
  const retry = isSignedOut ? connection.retry : () => void refetch()
  if (data !== undefined) {
    const { integrations, included } = data
    const connected = integrations.filter((integration) => integration.connection !== null).length
    const isFull = included !== null && connected >= included
    return (
      <div className="flex flex-col gap-4">
        {(offline || isSignedOut || error !== null) && (
          <Callout
            icon={offline ? 'offline' : 'clock'}
            actions={!offline && <Button onClick={retry}>Try again</Button>}
          >
            {offline ? 'You’re offline. Your CRMs ' : 'We couldn’t refresh this. Your CRMs '}
            <AsOf at={dataUpdatedAt} className="font-medium text-ink" />.
          </Callout>
        )}
        <p className="text-14 text-ink-soft">
          {describeIncluded(included, connected)}{' '}
          {isFull && (
            <Link href={links.billing()} className="underline">
              See plans
            </Link>
          )}
        </p>
        {integrations.map((integration) => (
          <CrmCard
            key={integration.key}
            integration={integration}
            blocked={whyNotAnother(included, connected)}
          />
        ))}
      </div>
    )
  }
  if (offline)
    return (
      <EmptyState drawing="offline" heading="h2" title="Your CRMs aren’t on this device yet">
        They’ll load when you’re back online.
      </EmptyState>
    )
  if (isSignedOut)
    return (
      <ErrorState
        heading="h2"
        title={`We couldn’t sign you in to ${orgName ?? 'your company'}’s CRM integration`}
        onRetry={retry}
      >
        What’s connected stays connected.
      </ErrorState>
    )
  if (error !== null)
    return <ProblemState error={error} title="We couldn’t load your CRMs" onRetry={retry} />
  return (
    <Delayed>
      <div role="status" aria-label="Loading your CRMs" className="flex flex-col gap-4">
        <Skeleton className="h-36 w-full" />
        <Skeleton className="h-36 w-full" />
      </div>
    </Delayed>
  )
}
