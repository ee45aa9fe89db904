import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'

/**
 * What went wrong with a search, for people: what happened, what to do, and the reference the server gave; `until` is what it waits
 * for where asking again now is of no use.
 */
export const problemWords = (error: unknown): Words => {
  if (error instanceof Unreachable)
    return {
      title: 'No connection to Fieldbook',
      text: 'Your search is kept. It runs as soon as the connection is back.',
      until: 'reached',
    }
  if (!(error instanceof ApiProblem))
    return {
      title: 'The search could not be run',
      text: 'Your filters are kept. Try again.',
    }
  if (error.status === 426)
    return {
      title: error.message,
      text: 'Your filters are kept. Update to go on.',
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

const kept = 'Your filters are kept. Try again, and if it fails once more, tell us the reference.'

const titles: Record<string, string> = {
  'rate-limited': 'Too many searches in a minute',
  'invalid-filter': 'A filter of this search is not valid',
}

const waiting = ({ retryAfter }: ApiProblem): string =>
  retryAfter === null
    ? 'Your filters are kept. Wait a moment, then try again.'
    : `Your filters are kept. Try again in ${retryAfter} s.`
