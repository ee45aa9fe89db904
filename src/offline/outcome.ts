import type { Problem } from '../../contract/core/problem.ts'

/** How a request ended. `retryAfter` in seconds, where the server sent it. `stayed`: the request certainly never left this device. */
export type Outcome<T = unknown> =
  | { kind: 'done'; output: T }
  | { kind: 'problem'; problem: Problem; retryAfter?: number | undefined }
  | { kind: 'unreachable'; stayed?: boolean }
  | { kind: 'unauthenticated' }

/** Why nothing is sent for now. */
export type BackoffReason = 'unreachable' | 'busy' | 'maintenance'

/** What to do with an edit after its request ended (reliability, 'Sync client'). */
export type NextStep =
  | { do: 'acknowledge' }
  /** The edit was based on an older version: send it again, based on the current one. */
  | { do: 'rebase' }
  | { do: 'deleted' }
  | { do: 'reject'; problem: Problem }
  /** Retry this edit later; the others go on. */
  | { do: 'retry'; retryAfter: number | undefined }
  /** Send nothing for now. */
  | { do: 'backoff'; why: BackoffReason; retryAfter: number | undefined }
  | { do: 'pause'; why: 'signed-out' | 'outdated' }

export const decideNextStep = (outcome: Outcome, removes: boolean): NextStep => {
  if (outcome.kind === 'done') return { do: 'acknowledge' }
  if (outcome.kind === 'unreachable')
    return { do: 'backoff', why: 'unreachable', retryAfter: undefined }
  if (outcome.kind === 'unauthenticated') return { do: 'pause', why: 'signed-out' }
  const { problem, retryAfter } = outcome
  const { status, code } = problem
  if (status === 401) return { do: 'pause', why: 'signed-out' }
  if (status === 426) return { do: 'pause', why: 'outdated' }
  if (code === 'maintenance') return { do: 'backoff', why: 'maintenance', retryAfter }
  if (status === 429 || status === 503) return { do: 'backoff', why: 'busy', retryAfter }
  // Without our error code a proxy answered, which does not know what became of the edit.
  if (
    code === 'unexpected' ||
    code === 'still-running' ||
    status === 425 ||
    status === 408 ||
    status >= 500
  )
    return { do: 'retry', retryAfter }
  if (code === 'version-conflict' || status === 412) return { do: 'rebase' }
  if (status === 404 || status === 410) return removes ? { do: 'acknowledge' } : { do: 'deleted' }
  return { do: 'reject', problem }
}
