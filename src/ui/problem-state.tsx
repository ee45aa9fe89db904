import { describeError } from '../lib/describe-error.ts'
import { ErrorState } from './error-state.tsx'

export const ProblemState = ({
  error,
  title,
  onRetry,
}: {
  error: unknown
  title: string
  onRetry: () => void
}) => {
  const problem = describeError(error)
  const isProblem = problem.is !== 'unreachable' && problem.is !== 'unknown'
  return (
    <ErrorState
      title={isProblem && problem.is !== 'unexpected' ? problem.title : title}
      onRetry={onRetry}
      reference={problem.reference}
    >
      {isProblem &&
        (problem.is === 'unexpected' || problem.detail === ''
          ? `Try again.${problem.reference === undefined ? '' : ' If it fails again, send us the reference.'}`
          : problem.detail)}
    </ErrorState>
  )
}
