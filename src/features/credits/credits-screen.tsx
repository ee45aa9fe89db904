import { useQuery } from '@tanstack/react-query'
import { useOffline } from '../../lib/contact.ts'
import { formatCount } from '../../lib/format.ts'
import { AskAdmin } from '../../lib/credits/ask-admin.tsx'
import { creditsQuery } from '../../lib/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { Told } from '../../ui/told.tsx'
import { Balance } from './balance.tsx'
import { Ledger } from './ledger.tsx'
import { Usage } from './usage.tsx'

/** The organisation's credits: what can be spent, what went when and for what, and every change of the account. */
export const CreditsScreen = () => {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery(creditsQuery(useApi()))
  const offline = useOffline()
  return (
    <Page
      title="Credits"
      lead="One credit unlocks a record for your whole company, once. After that it is free, wherever it is used."
      actions={
        <AskAdmin
          why={data === undefined ? '' : `We have ${data.balance - data.reserved} credits left.`}
        />
      }
    >
      {data !== undefined && (
        <div className="flex flex-col gap-8">
          {(offline || error !== null) && (
            <Told icon={offline ? 'offline' : 'clock'}>
              {offline ? 'No connection: last known ' : 'No answer: last known '}
              <AsOf at={dataUpdatedAt} className="font-medium text-ink" />.
            </Told>
          )}
          <Balance credits={data} />
          {data.claims !== undefined && data.claims > 0 && (
            <Told icon="clock">
              {formatCount(data.claims, 'report', 'reports')} of contacts that do not work{' '}
              {data.claims === 1 ? 'waits' : 'wait'} for a decision: as many credits as come back by
              themselves in a period have come back. Whoever runs Fieldbook looks at the others.
            </Told>
          )}
          <Usage />
          <Ledger />
        </div>
      )}
      {data === undefined && offline && (
        <EmptyState icon="offline" heading="h2" title="Your credits are not on this device yet">
          They were never opened here. With a connection they show, and stay to be read without one.
        </EmptyState>
      )}
      {data === undefined && !offline && isPending && (
        <Delayed>
          <div role="status" aria-label="Reading your credits" className="flex flex-col gap-6">
            <Skeleton className="h-36 w-full" />
            <Skeleton className="h-56 w-full" />
          </div>
        </Delayed>
      )}
      {data === undefined && !offline && error !== null && (
        <ErrorState
          heading="h2"
          title="Your credits could not be read"
          onRetry={() => void refetch()}
        >
          Nothing was changed or spent.
        </ErrorState>
      )}
    </Page>
  )
}
