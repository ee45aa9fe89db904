import { useQuery } from '@tanstack/react-query'
import type { Installation } from '../../../contract/org/installation.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemState } from '../../ui/problem-state.tsx'
import { Faults } from './faults.tsx'
import { FlagList } from './flag-list.tsx'
import { Overview } from './overview.tsx'
import { ProcessList } from './process-list.tsx'
import { installationQuery } from './queries.ts'
import { ScreenLoading } from './screen-loading.tsx'
import { JobList, WebhookList } from './traffic.tsx'

export const InstallationView = () => {
  const { data, error, refetch, dataUpdatedAt } = useQuery(installationQuery(useApi()))
  const offline = useOffline()
  return (
    <Page title="Installation" lead="What runs here, and what needs you.">
      {data !== undefined ? (
        <div className="flex flex-col gap-8">
          {offline ? (
            <Callout icon="offline">
              You’re offline. Figures <AsOf at={dataUpdatedAt} />.
            </Callout>
          ) : (
            <Faults />
          )}
          <Parts data={data} />
        </div>
      ) : offline ? (
        <EmptyState drawing="offline" title="This page isn’t available offline" heading="h2">
          It’ll load when you’re back online.
        </EmptyState>
      ) : error === null ? (
        <ScreenLoading />
      ) : (
        <ProblemState
          error={error}
          title="We couldn’t load the installation"
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  )
}

const Parts = ({ data }: { data: Installation }) => (
  <>
    <Overview data={data} />
    <ProcessList processes={data.processes} />
    <JobList jobs={data.jobs} pushes={data.pushes} />
    <WebhookList webhooks={data.webhooks} />
    <FlagList flags={data.flags} />
  </>
)
