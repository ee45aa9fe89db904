import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
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
  const integrations = useIntegrations(state).data?.integrations
  const integration = integrations?.find(({ key }) => key === connector)
  const label = integration?.label ?? 'your CRM'
  return (
    <>
      <Link
        href={links.integrations()}
        className="-mb-3 inline-flex min-h-11 items-center gap-1 rounded-sm px-3 pt-1 text-14 text-ink-soft hover:text-ink sm:px-7"
      >
        <Icon name="chevron-left" size={18} />
        Integrations
      </Link>
      <Page title={`Fields in ${label}`} lead="Choose what Fieldbook writes, and where.">
        {integrations !== undefined && (integration?.connection ?? null) === null ? (
          <EmptyState
            drawing="blank"
            heading="h2"
            title="Not connected"
            action={
              <Link href={links.integrations()} className={buttonClass('primary')}>
                Connect a CRM
              </Link>
            }
          >
            Once it’s connected, you choose its fields here.
          </EmptyState>
        ) : (
          <Fields connector={connector} label={label} people={integration?.people ?? []} />
        )}
      </Page>
    </>
  )
}

const Fields = ({
  connector,
  label,
  people,
}: {
  connector: string
  label: string
  people: readonly ('contact' | 'lead')[]
}) => {
  const offline = useOffline()
  const { data, error, refetch } = useMapping(connector, !offline)
  if (data !== undefined)
    return <FieldsForm connector={connector} label={label} people={people} mapped={data} />
  if (offline)
    return (
      <EmptyState drawing="offline" heading="h2" title="You’re offline">
        The fields come from {label}. They’ll load when you’re back online.
      </EmptyState>
    )
  if (error !== null)
    return (
      <ProblemState
        error={error}
        title={`We couldn’t load the fields of ${label}`}
        onRetry={() => void refetch()}
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
