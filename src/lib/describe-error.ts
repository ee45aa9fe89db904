import { ApiProblem, Unreachable } from './api-errors.ts'

type ErrorDescription = {
  /** 'unexpected': the server failed without a reason. 'unknown': the error is not from a request. */
  is: 'unreachable' | 'outdated' | 'rate-limited' | 'unexpected' | 'refused' | 'unknown'
  /** Without a full stop. */
  title: string
  /** Full sentences; empty without a reason. */
  detail: string
  /** In seconds. */
  retryAfter: number | null
  reference: string | undefined
}

/** The screen adds what is safe and what to do. */
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
