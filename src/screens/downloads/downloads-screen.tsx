import { Link, useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useStorageError } from '../../shared/offline/device.tsx'
import { useLayout } from '../../lib/use-media.ts'
import { maxHistory } from '../../offline/history.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { HistoryFilterBar } from './history-filter-bar.tsx'
import { HistoryCards, HistoryTable } from './history-table.tsx'
import {
  addressOf,
  isNarrowed,
  noFilters,
  pageSize,
  readHistoryRoute,
  type HistoryRoute,
} from './route.ts'
import { Queued } from './queued.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { useHistory, type History } from './use-history.ts'

/** The download centre (spec 2): the history of downloads, with filters and page in the address. */
export const DownloadsScreen = () => {
  const route = readHistoryRoute(useSearch())
  const [, navigate] = useLocation()
  const { role } = useIdentity()
  const offline = useOffline()
  const layout = useLayout()
  const mine = role === 'admin' ? route.filters : { ...route.filters, userId: null }
  const history = useHistory(mine, route.page)
  const { rows, total, cachedAsOf } = history
  const go = (next: Partial<HistoryRoute>, replace = true): void =>
    navigate(addressOf({ ...route, ...next }), { replace })
  const Drawn = layout === 'phone' ? HistoryCards : HistoryTable
  return (
    <Page title="Download centre" lead="Your downloads and CRM pushes">
      <HistoryFilterBar filters={mine} onChange={(filters) => go({ filters, page: 0 })} />
      {cachedAsOf !== null && offline && (
        <p role="status" className="mt-3 flex items-center gap-2 text-14 text-ink-soft">
          <Icon name="offline" size={18} />
          <span>
            You’re offline. Showing{' '}
            {rows?.length === 0 ? 'what this device knows' : `your latest ${maxHistory}`},{' '}
            <AsOf at={cachedAsOf} />.
          </span>
        </p>
      )}
      <div className="mt-4">
        {route.page === 0 && !isNarrowed(mine) && <Queued />}
        {rows !== undefined && rows.length > 0 && (
          <>
            {history.error !== null && !offline && <NotNew onRetry={history.retry} />}
            <Drawn
              rows={rows}
              showsUser={role === 'admin'}
              hrefOf={(row) => addressOf({ ...route, open: row.requestId })}
            />
            <Pager
              page={route.page}
              size={pageSize}
              total={total}
              onPage={(page) => go({ page }, false)}
            />
          </>
        )}
        {(rows === undefined || rows.length === 0) && (
          <HistoryEmptyState
            history={history}
            narrowed={isNarrowed(mine)}
            page={route.page}
            onAll={() => go({ filters: noFilters, page: 0 })}
          />
        )}
      </div>
      <RequestSheet
        id={route.open}
        onClose={() => go({ open: null })}
        hrefOf={(id) => addressOf({ ...route, open: id })}
      />
    </Page>
  )
}

const NotNew = ({ onRetry }: { onRetry: () => void }) => (
  <p role="status" className="mb-2 flex flex-wrap items-center gap-x-2 text-14 text-ink-soft">
    <Icon name="warning" size={18} className="text-warn" />
    We couldn’t update this list.
    <Button size="sm" variant="quiet" onClick={onRetry}>
      Try again
    </Button>
  </p>
)

const HistoryEmptyState = ({
  history: { rows, error, retry, cachedAsOf },
  narrowed,
  page,
  onAll,
}: {
  history: History
  narrowed: boolean
  page: number
  onAll: () => void
}) => {
  const offline = useOffline()
  const trouble = useStorageError()
  if (rows === undefined && offline)
    return (
      <EmptyState drawing="offline" heading="h2" title="Your downloads aren’t on this device yet">
        {trouble === null
          ? 'They load when you’re online. Downloads in progress keep running.'
          : 'This device can’t store them right now. Downloads in progress keep running.'}
      </EmptyState>
    )
  // An empty history of this device proves nothing.
  if (error !== null && !offline)
    return (
      <ErrorState heading="h2" title="We couldn’t load your downloads" onRetry={retry}>
        Nothing is lost. Your downloads are still running.
      </ErrorState>
    )
  if (rows === undefined) return <Coming />
  if (narrowed || page > 0)
    return (
      <EmptyState
        drawing="search"
        heading="h2"
        title={narrowed ? 'No downloads match these filters' : 'No downloads on this page'}
        action={
          <Button onClick={onAll}>{narrowed ? 'Show all downloads' : 'Go to first page'}</Button>
        }
      >
        {cachedAsOf !== null
          ? `Only your latest ${maxHistory} are on this device.`
          : 'Try another type, status or person.'}
      </EmptyState>
    )
  return (
    <EmptyState
      drawing="blank"
      heading="h2"
      title="No downloads yet"
      action={
        <Link href={links.newSearch()} className={buttonClass()}>
          Find companies
        </Link>
      }
    >
      Select rows in a search or list, then choose Download. You’ll see the cost first.
    </EmptyState>
  )
}

const Coming = () => (
  <Delayed>
    <div role="status" aria-label="Loading your downloads" className="flex flex-col gap-2">
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} className="h-14 w-full" />
      ))}
    </div>
  </Delayed>
)
