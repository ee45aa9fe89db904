import { useEffect, useEffectEvent } from 'react'
import { useOffline } from '../../../lib/connectivity.ts'
import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ApiProblem } from '../../../lib/api-errors.ts'
import { clearCriteria, withoutFaults } from '../criteria-edit.ts'
import { SearchOnDevice } from '../saved/lazy-parts.ts'
import { describeProblem } from '../problem-copy.ts'
import { useSearchHandle } from '../search-context.ts'

export const ResultsError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const offline = useOffline()
  const problem = describeProblem(error)
  const { edit } = useSearchHandle()
  const retryIfReached = useEffectEvent(() => {
    if (problem.until === 'reached' && !offline) onRetry()
  })
  useEffect(() => retryIfReached(), [offline])
  if (problem.until)
    return (
      <EmptyState
        drawing={problem.until === 'reached' ? 'offline' : 'search'}
        title={offline ? 'You’re offline' : problem.title}
        action={
          problem.until === 'reached' && (
            <div className="flex flex-wrap justify-center gap-2">
              <SearchOnDevice />
              <Link href={links.lists()} className={buttonClass()}>
                Your lists
              </Link>
            </div>
          )
        }
      >
        <span role="status">{problem.text}</span>
      </EmptyState>
    )
  // Retrying an invalid search gives the same answer.
  const repair =
    error instanceof ApiProblem && (error.code === 'invalid-filter' || error.status === 400)
      ? () =>
          edit((criteria) =>
            error.errors.length === 0
              ? clearCriteria(criteria)
              : withoutFaults(
                  criteria,
                  error.errors.map(({ pointer }) => pointer),
                ),
          )
      : null
  return (
    <ErrorState
      title={problem.title}
      onRetry={repair ?? onRetry}
      {...(repair === null ? {} : { retryLabel: 'Remove invalid filters' })}
      reference={problem.reference}
    >
      {problem.text}
    </ErrorState>
  )
}
