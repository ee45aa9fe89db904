import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'

/** What went wrong with a search, for people: what happened, what to do, and the reference the server gave. */
export const problemWords = (
  error: unknown,
): { title: string; text: string; reference: string | undefined; offline: boolean } => {
  if (error instanceof Unreachable)
    return {
      title: 'No connection to Fieldbook',
      text: 'Your search is kept. It runs as soon as the connection is back.',
      reference: undefined,
      offline: true,
    }
  if (!(error instanceof ApiProblem))
    return {
      title: 'The search could not be run',
      text: 'Your filters are kept. Try again.',
      reference: undefined,
      offline: false,
    }
  const details = error.errors.map((one) => one.detail).join(' ')
  const said = details || (error.code === 'unexpected' ? '' : error.detail)
  return {
    title: titles[error.code] ?? error.message,
    text: error.code === 'rate-limited' ? waiting(error) : said || kept,
    reference: error.requestId ?? undefined,
    offline: false,
  }
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
