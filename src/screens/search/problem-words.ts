import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'

/**
 * What went wrong with a search, for people: what happened, what to do, and the reference the server gave; `until` is what it waits
 * for where asking again now is of no use.
 */
export const problemWords = (error: unknown): Words => {
  if (error instanceof Unreachable)
    return {
      title: 'We can’t reach Fieldbook',
      text: 'Your search will run when you’re back online.',
      until: 'reached',
    }
  if (!(error instanceof ApiProblem))
    return {
      title: 'We couldn’t run this search',
      text: 'Your filters are still here. Try again.',
    }
  if (error.status === 426)
    return {
      title: error.message,
      text: 'Your filters are still here. Update to keep going.',
      until: 'updated',
    }
  const details = error.errors.map((one) => one.detail).join(' ')
  const said = details || (error.code === 'unexpected' ? '' : error.detail)
  return {
    title: titles[error.code] ?? error.message,
    text: error.code === 'rate-limited' ? waiting(error) : said || kept,
    reference: error.requestId ?? undefined,
  }
}

type Words = {
  title: string
  text: string
  reference?: string | undefined
  until?: 'reached' | 'updated'
}

const kept = 'Your filters are still here. Try again. If it fails again, send us the reference.'

const titles: Record<string, string> = {
  'rate-limited': 'Too many searches in a minute',
  'invalid-filter': 'One of your filters isn’t valid',
}

const waiting = ({ retryAfter }: ApiProblem): string =>
  retryAfter === null
    ? 'Your filters are still here. Wait a moment, then try again.'
    : `Your filters are still here. Try again in ${retryAfter} s.`
