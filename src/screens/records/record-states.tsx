import { Link } from 'wouter'
import { links, recordLink } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { viewedRecords } from '../../offline/live.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProblemState } from '../../ui/problem-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'

export const RecordTrouble = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  if (error instanceof ApiProblem && error.status === 404) return <RecordMissing />
  return <ProblemState error={error} title="We couldn’t open this record" onRetry={onRetry} />
}

export const RecordMissing = () => (
  <EmptyState
    title="We can’t find this record"
    action={
      <Link href={links.newSearch()} className={buttonClass('plain')}>
        Search
      </Link>
    }
  >
    It may have been removed, or the link is incomplete.
  </EmptyState>
)

export const RecordUnavailable = ({
  category,
  level,
  onRetry,
}: {
  category: Category
  level: 1 | 2
  onRetry: () => void
}) => {
  const lately = useLive(viewedRecords)?.slice(0, 6) ?? []
  return (
    <div className="w-full">
      <EmptyState
        drawing="offline"
        heading={level === 1 ? 'h1' : 'h2'}
        title={`This ${category === 'company' ? 'company' : 'person'} isn’t on this device`}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button onClick={onRetry}>Try again</Button>
            <Link href={links.lists()} className={buttonClass('plain')}>
              Your lists
            </Link>
          </span>
        }
        className="pb-8"
      >
        You’re offline. Only records you’ve opened or saved offline are available. This one loads
        when you reconnect.
      </EmptyState>
      {lately.length > 0 && (
        <section aria-labelledby="opened-lately" className="mx-auto max-w-96">
          <h2 id="opened-lately" className="pb-1 text-13 font-semibold text-ink-faint">
            On this device
          </h2>
          <ul>
            {lately.map(({ id, category: kind, view, fetchedAt }) => (
              <li key={id} className="border-b last:border-b-0">
                <Link
                  href={recordLink(kind, id)}
                  className="flex min-h-control items-center gap-3 rounded-sm py-1.5 hover:bg-sunken"
                >
                  <Icon
                    name={kind === 'company' ? 'building' : 'person'}
                    size={18}
                    className="text-ink-faint"
                  />
                  <span className="min-w-0 flex-1 truncate text-14 font-medium">{view.name}</span>
                  <AsOf at={fetchedAt} className="text-12 text-ink-faint" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

export const RecordLoading = () => (
  <Delayed>
    <div role="status" aria-label="Loading the record" className="flex w-full flex-col gap-5 py-6">
      <Skeleton className="h-6 w-64" />
      <Skeleton className="w-80 max-w-full" />
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="w-full" />
      ))}
    </div>
  </Delayed>
)
