import { useQuery } from '@tanstack/react-query'
import { useOffline } from '../../lib/connectivity.ts'
import { formatCount } from '../../lib/format.ts'
import { AddCredits } from '../../shared/credits/add-credits.tsx'
import { creditsQuery, subscriptionQuery } from '../../shared/queries.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useApi } from '../../lib/use-api.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Balance } from './balance.tsx'
import { Ledger } from './ledger.tsx'
import { Usage } from './usage.tsx'

export const CreditsScreen = () => {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery(creditsQuery(useApi()))
  const offline = useOffline()
  const trialing = useIsTrialing()
  return (
    <Page
      title="Credits"
      lead="One credit reveals a record for your whole company. After that, it’s free to use anywhere."
      actions={
        <AddCredits
          why={data === undefined ? '' : `We have ${data.balance - data.reserved} credits left.`}
        />
      }
    >
      {data !== undefined && (
        <div className="flex flex-col gap-8">
          {(offline || error !== null) && (
            <Callout
              icon={offline ? 'offline' : 'clock'}
              actions={!offline && <Button onClick={() => void refetch()}>Try again</Button>}
            >
              {offline ? 'You’re offline.' : 'We couldn’t refresh this.'} These are your credits{' '}
              <AsOf at={dataUpdatedAt} className="font-medium text-ink" />.
            </Callout>
          )}
          <Balance credits={data} trialing={trialing} />
          {data.claims !== undefined && data.claims > 0 && (
            <Callout icon="clock">
              {formatCount(data.claims, 'report', 'reports')} of contacts that don’t work{' '}
              {data.claims === 1 ? 'is' : 'are'} awaiting review. You’ve reached this period’s
              automatic refund limit, so we’ll check the rest.
            </Callout>
          )}
          <Usage />
          <Ledger />
        </div>
      )}
      {data === undefined && offline && (
        <EmptyState drawing="offline" heading="h2" title="Your credits aren’t on this device yet">
          They’ll load when you’re back online.
        </EmptyState>
      )}
      {data === undefined && !offline && isPending && (
        <Delayed>
          <div role="status" aria-label="Loading your credits" className="flex flex-col gap-6">
            <Skeleton className="h-36 w-full" />
            <Skeleton className="h-56 w-full" />
          </div>
        </Delayed>
      )}
      {data === undefined && !offline && error !== null && (
        <ErrorState
          heading="h2"
          title="We couldn’t load your credits"
          onRetry={() => void refetch()}
        >
          No credits were spent.
        </ErrorState>
      )}
    </Page>
  )
}

const useIsTrialing = (): boolean => {
  const { orgId } = useIdentity()
  const { data } = useQuery({
    ...subscriptionQuery(useApi(), orgId ?? ''),
    enabled: orgId !== null,
  })
  return data?.status === 'trialing'
}
