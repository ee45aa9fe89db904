import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { links } from '../../../contract/links.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { Link } from 'wouter'

/** Why a record is not shown: it does not exist, the server is out of reach, or something failed. */
export const RecordTrouble = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  if (error instanceof ApiProblem && error.status === 404) return <RecordMissing />
  if (error instanceof Unreachable)
    return (
      <ErrorState title="No connection to Fieldbook" onRetry={onRetry}>
        This record is not on this device. It can be opened once the connection is back.
      </ErrorState>
    )
  const known = error instanceof ApiProblem ? error : null
  return (
    <ErrorState
      title={known?.message ?? 'The record could not be opened'}
      onRetry={onRetry}
      reference={known?.requestId ?? undefined}
    >
      {known?.detail}
    </ErrorState>
  )
}

export const RecordMissing = () => (
  <EmptyState
    title="There is no such record"
    action={
      <Link href={links.newSearch()} className={buttonClass('plain')}>
        Search
      </Link>
    }
  >
    It may have been removed, or the address is not complete.
  </EmptyState>
)

/** The shape of a record to come. */
export const RecordLoading = () => (
  <Delayed>
    <div
      role="status"
      aria-label="Loading the record"
      className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-6"
    >
      <Skeleton className="h-6 w-64" />
      <Skeleton className="w-80 max-w-full" />
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="w-full" />
      ))}
    </div>
  </Delayed>
)
