import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'

export const RecordsLoading = () => (
  <Delayed>
    <div role="status" aria-label="Reading the records" className="flex flex-col gap-3">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-16 w-full" />
      ))}
    </div>
  </Delayed>
)

/** Why the records are not shown. */
export const RecordsTrouble = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  if (error instanceof Unreachable)
    return (
      <ErrorState title="No connection to Fieldbook" onRetry={onRetry}>
        This list is not on this device. It opens once the connection is back.
      </ErrorState>
    )
  const known = error instanceof ApiProblem ? error : null
  return (
    <ErrorState
      title={known?.message ?? 'The list could not be opened'}
      onRetry={onRetry}
      reference={known?.requestId ?? undefined}
    >
      {known !== null && detailOf(known)}
    </ErrorState>
  )
}

/** What is safe and what to do, where the server has not said more than that it failed. */
const detailOf = ({ code, detail }: ApiProblem): string =>
  code === 'unexpected' || detail === ''
    ? 'Nothing was changed. Try again, and if it fails once more, tell us the reference.'
    : detail

export const NothingHere = ({ onClear }: { onClear: (() => void) | undefined }) => (
  <EmptyState
    heading="h2"
    title={onClear === undefined ? 'Nothing in this list now' : 'Nothing in this list fits'}
    action={onClear && <Button onClick={onClear}>Clear filters</Button>}
  />
)

/** A list that is not on this device, and there is no connection. */
export const NotHere = ({
  pinned,
  onPin,
}: {
  pinned: boolean
  /** Null where this device can hold none. */
  onPin: (() => void) | null
}) => (
  <EmptyState
    icon="offline"
    heading="h2"
    title="This list is not on this device"
    action={
      pinned ? (
        <Link href={`${links.lists()}?kind=offline`} className={buttonClass()}>
          Lists that are available offline
        </Link>
      ) : onPin === null ? null : (
        <button type="button" className={buttonClass()} onClick={onPin}>
          Get it once there is a connection
        </button>
      )
    }
  >
    {pinned
      ? 'It is fetched as soon as there is a connection.'
      : onPin === null
        ? 'Its records are only on the server. They are shown once the connection is back.'
        : 'Without a connection only lists that were made available offline can be opened.'}
  </EmptyState>
)

/** A list that holds nothing; `children` says what was just done. */
export const EmptyList = ({ children }: { children: ReactNode }) => (
  <>
    <EmptyState
      icon="list"
      heading="h2"
      title="Nothing in this list yet"
      action={
        <Link href={links.newSearch()} className={buttonClass()}>
          Find companies
        </Link>
      }
    >
      Choose rows in a search and add them here. Adding is free.
    </EmptyState>
    {children}
  </>
)
