import { ApiProblem } from '../../lib/api-errors.ts'
import { describeError } from '../../lib/describe-error.ts'

/** The title, advice and reference of a failed search; `until` is what it waits for where a retry is useless. */
export const describeProblem = (error: unknown): ProblemCopy => {
  const { is, title, detail, retryAfter, reference } = describeError(error)
  switch (is) {
    case 'unreachable':
      return { title, text: 'Your search will run when you’re back online.', until: 'reached' }
    case 'unknown':
      return {
        title: 'We couldn’t run this search',
        text: tryAgain,
      }
    case 'outdated':
      return { title, text: 'Your filters are still here. Update to keep going.', until: 'updated' }
    case 'rate-limited':
      return { title: 'Too many searches in a minute', text: describeWait(retryAfter), reference }
    case 'unexpected':
      return {
        title: 'We couldn’t run this search',
        text: reference === undefined ? tryAgain : withReference,
        reference,
      }
    case 'refused': {
      const isFilter = error instanceof ApiProblem && error.code === 'invalid-filter'
      return {
        title: isFilter ? 'One of your filters isn’t valid' : title,
        text: detail || (reference === undefined ? tryAgain : withReference),
        reference,
      }
    }
  }
}

type ProblemCopy = {
  title: string
  text: string
  reference?: string | undefined
  until?: 'reached' | 'updated'
}

const tryAgain = 'Your filters are still here. Try again.'
const withReference = `${tryAgain} If it fails again, send us the reference.`

const describeWait = (retryAfter: number | null): string =>
  retryAfter === null
    ? 'Your filters are still here. Wait a moment, then try again.'
    : `Your filters are still here. Try again in ${retryAfter} s.`
