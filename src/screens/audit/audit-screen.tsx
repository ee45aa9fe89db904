import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AuditEntry } from '../../../contract/org/audit.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLayout } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { AuditCards, AuditTable } from './entries.tsx'
import { EntrySheet } from './entry-sheet.tsx'
import { AuditFilters } from './filters.tsx'
import { auditQuery, pageSize } from './queries.ts'
import { Seal } from './seal.tsx'
import { ExportCsv } from './export-csv.tsx'
import { auditAddress, readAuditView, type AuditView } from './view.ts'
import { describeError } from '../../lib/describe-error.ts'

/** For admins: the settings area shows others which admin to ask. */
export const AuditScreen = () => {
  const api = useApi()
  const query = useSearch()
  const view = useMemo(() => readAuditView(query), [query])
  const [, navigate] = useLocation()
  const change = (next: AuditView): void => navigate(auditAddress(next), { replace: true })
  const { data, error, refetch, isPlaceholderData } = useQuery(auditQuery(api, view))
  const members = useQuery(customerInfoQuery(api)).data?.members
  const nameOf = (userId: string): string =>
    members?.find((member) => member.userId === userId)?.name ?? 'someone who left'
  const offline = useOffline()
  const Drawn = useLayout() === 'phone' ? AuditCards : AuditTable
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const narrowed =
    view.act !== null || view.userId !== null || view.since !== null || view.until !== null
  return (
    <Page
      title="Audit log"
      lead="Who revealed, downloaded, shared or changed data. Entries can’t be edited."
      actions={<ExportCsv view={view} total={data?.total} />}
    >
      <div className="has-[>*]:mb-4">
        <Seal broken />
      </div>
      <AuditFilters view={view} members={members} entries={data?.entries ?? []} onChange={change} />
      {data !== undefined && data.entries.length > 0 && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          <Drawn
            entries={data.entries}
            total={data.total}
            from={view.page * pageSize}
            nameOf={nameOf}
            onOpen={setOpened}
          />
          <Pager
            page={view.page}
            size={pageSize}
            total={data.total}
            onPage={(page) => change({ ...view, page })}
          />
          <div className="mt-4">
            <Seal />
          </div>
        </div>
      )}
      {data?.entries.length === 0 && (
        <EmptyState
          drawing={narrowed ? 'search' : 'blank'}
          title={narrowed ? 'No matching entries' : 'No entries yet'}
          heading="h2"
        >
          {narrowed
            ? 'Try other dates, people or actions.'
            : 'You’ll see it here when someone reveals, downloads, shares or changes data.'}
        </EmptyState>
      )}
      {data === undefined && offline && (
        <EmptyState drawing="offline" title="The audit log isn’t available offline" heading="h2">
          It’ll load when you’re back online.
        </EmptyState>
      )}
      {data === undefined && !offline && error !== null && (
        <ErrorState
          heading="h2"
          title="We couldn’t load the audit log"
          onRetry={() => void refetch()}
        >
          {describeError(error).title}.
        </ErrorState>
      )}
      {data === undefined && !offline && error === null && (
        <Delayed>
          <div role="status" aria-label="Loading the audit log" className="flex flex-col gap-2">
            <Skeleton className="h-9 w-full" />
            <Skeleton className="h-9 w-full" />
            <Skeleton className="h-9 w-full" />
          </div>
        </Delayed>
      )}
      <EntrySheet entry={opened} nameOf={nameOf} onClose={() => setOpened(null)} />
    </Page>
  )
}
