import type { Problem, ProblemDetail } from '../../contract/core/problem.ts'

/** The server answered, and its answer is an error. `code` is one of contract/core/problem.ts, or 'unexpected'. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly errors: readonly ProblemDetail[]
  readonly requestId: string | null
  /** Seconds the server asks to wait before another try. */
  readonly retryAfter: number | null
  /** The whole body: some codes carry further members. */
  readonly body: Problem | null

  constructor(status: number, body: Problem | null, retryAfter: number | null) {
    super(body?.title ?? 'Something went wrong on our side')
    this.code = body?.code ?? 'unexpected'
    this.status = status
    this.detail = body?.detail ?? ''
    this.errors = body?.errors ?? []
    this.requestId = body?.requestId ?? null
    this.retryAfter = retryAfter
    this.body = body
  }
}

/** No answer of the server: no network, no answer in time, an answer of someone in between, or no session token to ask with. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly reason: 'network' | 'timeout' | 'identity'

  constructor(reason: Unreachable['reason'], cause?: unknown) {
    super(messages[reason], { cause })
    this.reason = reason
  }
}

/** Whether the server answered in a way that asking again does not change. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status < 500 && !passingStatuses.has(error.status)

const passingStatuses = new Set([401, 408, 425, 426, 429])

const messages = {
  network: 'We can’t reach Fieldbook',
  timeout: 'Fieldbook took too long to respond',
  identity: 'No session token',
} as const
