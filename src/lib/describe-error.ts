import { ApiProblem, Unreachable } from './api-errors.ts'

/** An error of a request as a screen shows it. */
type ErrorDescription = {
  /** 'unexpected': the server failed without a reason. 'unknown': the error is not from a request. */
  is: 'unreachable' | 'outdated' | 'rate-limited' | 'unexpected' | 'refused' | 'unknown'
  /** What happened, without a full stop. */
  title: string
  /** The server's reason in full sentences; empty without one. */
  detail: string
  /** Seconds after which the server allows a retry. */
  retryAfter: number | null
  /** What to quote to support. */
  reference: string | undefined
}

/** Describes an error for a screen, which adds what is safe and what to do. */
export const describeError = (error: unknown): ErrorDescription => {
  if (error instanceof ApiProblem) {
    const details = error.errors.map(({ detail }) => detail).join(' ')
    return {
      is: kindOf(error),
      title: error.message,
      detail: details || error.detail,
      retryAfter: error.retryAfter,
      reference: error.requestId ?? undefined,
    }
  }
  const isUnreachable = error instanceof Unreachable
  return {
    is: isUnreachable ? 'unreachable' : 'unknown',
    title: isUnreachable ? 'We can’t reach Fieldbook' : 'Something went wrong',
    detail: '',
    retryAfter: null,
    reference: undefined,
  }
}

const kindOf = ({ code, status }: ApiProblem): ErrorDescription['is'] => {
  if (status === 426) return 'outdated'
  if (code === 'rate-limited' || code === 'unexpected') return code
  return 'refused'
}
