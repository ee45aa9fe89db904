import { useEffect, useEffectEvent } from 'react'
import { useOffline } from '../../../lib/contact.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { problemWords } from '../problem-words.ts'

/** The search could not be run: what happened and what to do. It runs by itself once the server is reached again. */
export const ResultsError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const offline = useOffline()
  const words = problemWords(error)
  const retryIfReached = useEffectEvent(() => {
    if (words.offline && !offline) onRetry()
  })
  useEffect(() => retryIfReached(), [offline])
  if (words.offline)
    return (
      <EmptyState icon="offline" title={words.title}>
        <span role="status">{words.text}</span>
      </EmptyState>
    )
  return (
    <ErrorState title={words.title} onRetry={onRetry} reference={words.reference}>
      {words.text}
    </ErrorState>
  )
}
