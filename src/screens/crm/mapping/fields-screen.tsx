import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import type { CrmConnection, Integration } from '../../../../contract/money/crm.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { useCrmConnection } from '../../../shared/crm/connection.ts'
import { useIntegrations } from '../../../shared/crm/integrations.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemState } from '../../../ui/problem-state.tsx'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { FieldsForm } from './fields-form.tsx'
import { useMapping } from './use-mapping.ts'

/** What goes into which field of a CRM. */
export const FieldsScreen = ({ connector }: { connector: string }) => {
  const { state } = useCrmConnection()
  const { data, error, refetch } = useIntegrations(state)
  const integration = data?.integrations.find(({ key }) => key === connector)
  const connection = integration?.connection ?? null
  return (
    <>
      <Link
        href={links.integrations()}
        className="-mb-3 inline-flex min-h-11 items-center gap-1 rounded-sm px-3 pt-1 text-14 text-ink-soft hover:text-ink sm:px-7"
      >
        <Icon name="chevron-left" size={18} />
        Integrations
      </Link>
      <Page
        title={integration === undefined ? 'Fields' : `Fields in ${integration.label}`}
        lead="Choose what Fieldbook writes, and where."
      >
        {data !== undefined && connection?.isWorking !== true ? (
          <NotWorking connection={connection} />
        ) : (
          <Fields
            connector={connector}
            integration={integration}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </Page>
    </>
  )
}

const Fields = ({
  connector,
  integration,
  error,
  onRetry,
}: {
  connector: string
  /** Undefined while it loads. */
  integration: Integration | undefined
  error: Error | null
  onRetry: () => void
}) => {
  const offline = useOffline()
  const mapping = useMapping(connector, !offline)
  const label = integration?.label ?? 'your CRM'
  if (mapping.data !== undefined && integration !== undefined)
    return (
      <FieldsForm
        connector={connector}
        label={label}
        people={integration.people}
        mapped={mapping.data}
      />
    )
  if (offline)
    return (
      <EmptyState drawing="offline" heading="h2" title="You’re offline">
        The fields come from {label}. They’ll load when you’re back online.
      </EmptyState>
    )
  const failure = mapping.error ?? error
  if (failure !== null)
    return (
      <ProblemState
        error={failure}
        title={`We couldn’t load the fields of ${label}`}
        onRetry={() => {
          onRetry()
          void mapping.refetch()
        }}
      />
    )
  return (
    <Delayed>
      <div
        role="status"
        aria-label={`Loading the fields of ${label}`}
        className="flex flex-col gap-4"
      >
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Delayed>
  )
}

const NotWorking = ({ connection }: { connection: CrmConnection | null }) => (
  <EmptyState
    drawing="blank"
    heading="h2"
    title={connection === null ? 'Not connected' : 'Needs attention'}
    action={
      <Link href={links.integrations()} className={buttonClass('primary')}>
        {connection === null ? 'Connect a CRM' : 'Reconnect'}
      </Link>
    }
  >
    {connection?.problem ?? 'Once it’s connected, you choose its fields here.'}
  </EmptyState>
)
