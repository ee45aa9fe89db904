import { useEffect, useEffectEvent } from 'react'
import { useOffline } from '../../../lib/contact.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ApiProblem } from '../../../lib/api-errors.ts'
import { cleared, withoutFaults } from '../criteria-edit.ts'
import { problemWords } from '../problem-words.ts'
import { useSearchHandle } from '../search-context.ts'

/** The search could not be run: what happened and what to do. It runs by itself once the server is reached again. */
export const ResultsError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const offline = useOffline()
  const words = problemWords(error)
  const { edit } = useSearchHandle()
  const retryIfReached = useEffectEvent(() => {
    if (words.until === 'reached' && !offline) onRetry()
  })
  useEffect(() => retryIfReached(), [offline])
  if (words.until)
    return (
      <EmptyState icon={words.until === 'reached' ? 'offline' : 'sync'} title={words.title}>
        <span role="status">{words.text}</span>
      </EmptyState>
    )
  // Asking again for what is not valid gives the same answer.
  const repair =
    error instanceof ApiProblem && (error.code === 'invalid-filter' || error.status === 400)
      ? () =>
          edit((criteria) =>
            error.errors.length === 0
              ? cleared(criteria)
              : withoutFaults(
                  criteria,
                  error.errors.map(({ pointer }) => pointer),
                ),
          )
      : null
  return (
    <ErrorState
      title={words.title}
      onRetry={repair ?? onRetry}
      {...(repair === null ? {} : { retryLabel: 'Remove invalid filters' })}
      reference={words.reference}
    >
      {words.text}
    </ErrorState>
  )
}
