import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useIdentity } from '../../session/use-identity.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLayout } from '../../lib/use-media.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { LedgerCards } from './ledger-cards.tsx'
import { LedgerFilters } from './ledger-filters.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { ledgerAddress, readLedgerView } from './ledger-view.ts'
import { ledgerQuery, pageSize, type LedgerView } from './queries.ts'

export const Ledger = () => {
  const query = useSearch()
  const view = useMemo(() => readLedgerView(query), [query])
  const [, navigate] = useLocation()
  const change = (next: LedgerView): void => navigate(ledgerAddress(next), { replace: true })
  const { data, error, refetch, isPlaceholderData } = useQuery(ledgerQuery(useApi(), view))
  const offline = useOffline()
  // Standard users see their own entries.
  const own = useIdentity().role !== 'admin'
  const layout = useLayout()
  const Drawn = layout === 'desk' ? LedgerTable : LedgerCards
  const narrowed = view.kind !== null || view.userId !== null || view.requestId !== null
  return (
    <Section
      title={own ? 'Your credit history' : 'Credit history'}
      aside={
        <span role="status" className="tabular text-13 text-ink-faint">
          {data !== undefined && formatCount(data.total, 'entry', 'entries')}
        </span>
      }
    >
      <LedgerFilters view={view} entries={data?.entries ?? []} onChange={change} />
      {data !== undefined && data.entries.length > 0 && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          <Drawn entries={data.entries} />
          <Pages view={view} total={data.total} onChange={change} />
        </div>
      )}
      {data?.entries.length === 0 && (
        <EmptyState
          drawing={narrowed ? 'search' : 'blank'}
          title={narrowed ? 'No matching entries' : 'No entries yet'}
        >
          {narrowed ? 'Try another type or person.' : 'Credits you get or spend show up here.'}
        </EmptyState>
      )}
      {data === undefined && offline && (
        <EmptyState drawing="offline" title="Credit history isn’t on this device">
          It loads when you’re back online.
        </EmptyState>
      )}
      {data === undefined && !offline && error !== null && (
        <ErrorState title="We couldn’t load your credit history" onRetry={() => void refetch()}>
          No credits were spent.
        </ErrorState>
      )}
      {data === undefined && !offline && error === null && (
        <Delayed>
          <div
            role="status"
            aria-label="Loading credit history"
            className="flex flex-col gap-3 py-3"
          >
            <Skeleton className="h-9 w-full" />
            <Skeleton className="h-9 w-full" />
            <Skeleton className="h-9 w-full" />
          </div>
        </Delayed>
      )}
    </Section>
  )
}

const Pages = ({
  view,
  total,
  onChange,
}: {
  view: LedgerView
  total: number
  onChange: (view: LedgerView) => void
}) => {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  if (last === 0) return null
  const first = view.page * pageSize + 1
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-end gap-2 pt-2 text-13 text-ink-soft"
    >
      <span className="tabular" aria-live="polite">
        {formatNumber(first)}–{formatNumber(Math.min(total, first + pageSize - 1))} of{' '}
        {formatNumber(total)}
      </span>
      <IconButton
        icon="chevron-left"
        size="sm"
        label="Newer entries"
        disabledReason={view.page === 0 ? 'These are the newest' : undefined}
        onClick={() => onChange({ ...view, page: view.page - 1 })}
      />
      <IconButton
        icon="chevron-right"
        size="sm"
        label="Older entries"
        disabledReason={view.page >= last ? 'These are the oldest' : undefined}
        onClick={() => onChange({ ...view, page: view.page + 1 })}
      />
    </nav>
  )
}
