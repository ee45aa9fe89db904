import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { Unreachable } from '../../lib/api-errors.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ProblemState } from '../../ui/problem-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'

export const RecordsLoading = () => (
  <Delayed>
    <div role="status" aria-label="Loading records" className="flex flex-col gap-3">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-16 w-full" />
      ))}
    </div>
  </Delayed>
)

export const RecordsTrouble = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  if (error instanceof Unreachable)
    return (
      <ErrorState title="We can’t reach Fieldbook" onRetry={onRetry}>
        This list isn’t available offline. It’ll open when you’re back online.
      </ErrorState>
    )
  return <ProblemState error={error} title="We couldn’t open this list" onRetry={onRetry} />
}

export const NoRecords = ({ onClear }: { onClear: (() => void) | undefined }) => (
  <EmptyState
    heading="h2"
    title={onClear === undefined ? 'This list is empty' : 'No matches in this list'}
    action={onClear && <Button onClick={onClear}>Clear filters</Button>}
  />
)

export const NotAvailableOffline = ({
  pinned,
  onPin,
}: {
  pinned: boolean
  /** Null where this device cannot store the list. */
  onPin: (() => void) | null
}) => (
  <EmptyState
    drawing="offline"
    heading="h2"
    title="This list isn’t available offline"
    action={
      pinned ? (
        <Link href={links.offlineLists()} className={buttonClass()}>
          See offline lists
        </Link>
      ) : onPin === null ? null : (
        <button type="button" className={buttonClass()} onClick={onPin}>
          Get it when I’m online
        </button>
      )
    }
  >
    {pinned
      ? 'It’ll download when you’re back online.'
      : onPin === null
        ? 'Its records will load when you’re back online.'
        : 'Without a connection, you can only open offline lists.'}
  </EmptyState>
)

export const EmptyList = ({ children }: { children: ReactNode }) => (
  <>
    <EmptyState
      drawing="blank"
      heading="h2"
      title="No records in this list yet"
      action={
        <Link href={links.newSearch()} className={buttonClass()}>
          Find companies
        </Link>
      }
    >
      Select results in Search and add them here. It’s free.
    </EmptyState>
    {children}
  </>
)
