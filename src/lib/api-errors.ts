import type { Problem, ProblemDetail } from '../../contract/core/problem.ts'

/** `code` is one of contract/core/problem.ts, or 'unexpected'. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly errors: readonly ProblemDetail[]
  readonly requestId: string | null
  /** In seconds. */
  readonly retryAfter: number | null
  /** Some codes carry further members. */
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

/** No network, no answer in time, another server's answer, or no session token. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly reason: 'network' | 'timeout' | 'identity'

  constructor(reason: Unreachable['reason'], cause?: unknown) {
    super(messages[reason], { cause })
    this.reason = reason
  }
}

/** Whether a retry would get the same answer. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status < 500 && !passingStatuses.has(error.status)

const passingStatuses = new Set([401, 408, 425, 426, 429])

const messages = {
  network: 'We can’t reach Fieldbook',
  timeout: 'Fieldbook took too long to respond',
  identity: 'No session token',
} as const
