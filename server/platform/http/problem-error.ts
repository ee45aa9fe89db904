import {
  problems,
  type Problem,
  type ProblemCode,
  type ProblemDetail,
} from '../../../contract/core/problem.ts'

/** `more` adds members such as needed and balance (product 2.12). */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly errors: readonly ProblemDetail[] | undefined
  readonly more: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ProblemCode,
    detail: string,
    options: {
      errors?: readonly ProblemDetail[]
      more?: Readonly<Record<string, unknown>>
      retryAfterSeconds?: number
      /** What is logged and not answered. */
      cause?: unknown
    } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.errors = options.errors
    this.more = options.more ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export const isProblem = (error: unknown, code: ProblemCode): boolean =>
  error instanceof ProblemError && error.code === code

/** Also for what belongs to another organisation or member: not yours reads as not there. */
export const notFound = (): ProblemError =>
  new ProblemError('not-found', 'We can’t find this. It may have been deleted.')

/** RFC 9457. `origin` is this installation's address, `instance` the requested path. */
export const problemBody = (
  error: ProblemError,
  context: { origin: string; instance: string; requestId: string },
): Problem => ({
  ...error.more,
  type: `${context.origin}/problems/${error.code}`,
  title: problems[error.code].title,
  status: problems[error.code].status,
  detail: error.message,
  instance: context.instance,
  code: error.code,
  requestId: context.requestId,
  ...(error.errors ? { errors: [...error.errors] } : {}),
})

export const databaseIsAway = (): ProblemError =>
  new ProblemError('unavailable', 'Try again in five seconds.', {
    retryAfterSeconds: 5,
  })

/** The driver's message never reaches the caller (reliability, Errors). */
export const problemOfSqlState = (state: string): ProblemError | null => {
  if (state === '22021' || state === '22P02' || state === '22003')
    return new ProblemError('malformed', 'One of the values can’t be saved.')
  if (state === '55P03')
    return new ProblemError('still-running', 'This request is still running.', {
      retryAfterSeconds: 2,
    })
  if (state === '40001' || state === '40P01')
    return new ProblemError('unavailable', 'Try again in two seconds.', {
      retryAfterSeconds: 2,
    })
  if (state === '57014')
    return new ProblemError('unavailable', 'This took too long. Try again in five seconds.', {
      retryAfterSeconds: 5,
    })
  if (state === '53100')
    return new ProblemError('storage-full', 'We’re out of storage. Nothing was saved.')
  return null
}
