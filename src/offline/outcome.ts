import type { Problem } from '../../contract/core/problem.ts'
import type { Fields } from './rows.ts'

/** How a call ended. `retryAfter` in seconds, where the server named one. `stayed`: it certainly never left this device. */
export type Outcome<T = unknown> =
  | { kind: 'done'; output: T }
  | { kind: 'problem'; problem: Problem; retryAfter?: number | undefined }
  | { kind: 'unreachable'; stayed?: boolean }
  | { kind: 'unauthenticated' }

/** Makes a call of the contract; never rejects, except with the signal's reason. Calls that change nothing carry no key. */
export type Send = (
  call: string,
  input: Fields,
  options: { idempotencyKey?: string; signal: AbortSignal },
) => Promise<Outcome>

/** What to do about an edit after its call ended (reliability, 'Sync client'). */
export type Verdict =
  | { do: 'drop' }
  /** Made on an older version: again, on the newer one. */
  | { do: 'rebase' }
  /** Deleted by someone else meanwhile. */
  | { do: 'gone' }
  | { do: 'park'; problem: Problem }
  /** This edit later; the others now. */
  | { do: 'again'; retryAfter: number | undefined }
  /** Nothing now: the server is away, or busy, or does not know us. */
  | { do: 'rest'; why: 'unreachable' | 'busy'; retryAfter: number | undefined }
  | { do: 'pause'; why: 'signed-out' | 'outdated' }

export const verdictOn = (outcome: Outcome, removes: boolean): Verdict => {
  if (outcome.kind === 'done') return { do: 'drop' }
  if (outcome.kind === 'unreachable')
    return { do: 'rest', why: 'unreachable', retryAfter: undefined }
  if (outcome.kind === 'unauthenticated') return { do: 'pause', why: 'signed-out' }
  const { problem, retryAfter } = outcome
  const { status, code } = problem
  if (status === 401) return { do: 'pause', why: 'signed-out' }
  if (status === 426) return { do: 'pause', why: 'outdated' }
  if (status === 429 || status === 503) return { do: 'rest', why: 'busy', retryAfter }
  // Without a code of ours somebody in between answered, who does not know what becomes of the edit.
  if (
    code === 'unexpected' ||
    code === 'still-running' ||
    status === 425 ||
    status === 408 ||
    status >= 500
  )
    return { do: 'again', retryAfter }
  if (code === 'version-conflict' || status === 412) return { do: 'rebase' }
  if (status === 404 || status === 410) return removes ? { do: 'drop' } : { do: 'gone' }
  return { do: 'park', problem }
}
