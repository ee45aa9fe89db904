import { backoffMs } from '../offline/backoff.ts'
import { ApiProblem } from './api-errors.ts'

/** Less than `ms` when `resumeOn` calls. */
export type Wait = (ms: number, signal?: AbortSignal, resumeOn?: ResumeOn) => Promise<void>

/** Called when a retry may succeed now. Returns how to stop. */
type ResumeOn = (resume: () => void) => () => void

type RetryOptions = {
  /** Ends the attempts: the promise rejects with its reason. */
  signal?: AbortSignal
  /** Unlimited by default. */
  maxAttempts?: number
  /** 500 ms by default; doubles up to `maxMs`. */
  minMs?: number
  maxMs?: number
  /** Every error by default. */
  isRetriable?: (error: unknown) => boolean
  onFailure?: (error: unknown, failures: number) => void
  /** Ends a wait early, except one that the server asked for; by default the browser's `online` event. */
  resumeOn?: ResumeOn
  wait?: Wait
  /** Source of jitter, from 0 to 1. */
  random?: () => number
}

/** Rejects with the last error when no retry is left. */
export const retry = async <T>(
  task: () => Promise<T>,
  {
    signal,
    maxAttempts = Infinity,
    minMs = 500,
    maxMs = 30_000,
    isRetriable = () => true,
    onFailure,
    resumeOn = onBrowserOnline,
    wait = waitOrResume,
    random = Math.random,
  }: RetryOptions = {},
): Promise<T> => {
  for (let failures = 0; ;) {
    signal?.throwIfAborted()
    try {
      return await task()
    } catch (error) {
      signal?.throwIfAborted()
      failures += 1
      if (failures >= maxAttempts || !isRetriable(error)) throw error
      onFailure?.(error, failures)
      const delay = retryDelayMs(error, failures - 1, { minMs, maxMs, random })
      await (hasRetryAfter(error) ? wait(delay, signal) : wait(delay, signal, resumeOn))
    }
  }
}

/** Retries without a limit, until the task succeeds or the signal aborts. Never rejects. */
export const retryForever = async (
  task: () => Promise<void>,
  options: Pick<RetryOptions, 'signal' | 'maxMs' | 'onFailure' | 'random'>,
): Promise<void> => {
  await retry(task, options).catch(() => undefined)
}

/** The retry policy of requests that a user waits for: Retry-After up to a minute, else backoff with jitter. */
export const retryDelayMs = (
  error: unknown,
  earlierFailures: number,
  backoff: { minMs: number; maxMs: number; random: () => number },
): number =>
  hasRetryAfter(error)
    ? Math.min(error.retryAfter * 1000, maxRetryAfterMs)
    : backoffMs(earlierFailures, backoff)

/** A user does not wait longer; the server refuses again what comes too early. */
const maxRetryAfterMs = 60_000

const hasRetryAfter = (error: unknown): error is ApiProblem & { retryAfter: number } =>
  error instanceof ApiProblem && error.retryAfter !== null

const waitOrResume: Wait = (ms, signal, resumeOn) =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop?.()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = resumeOn?.(end)
    signal?.addEventListener('abort', end)
  })

const onBrowserOnline: ResumeOn = (resume) => {
  window.addEventListener('online', resume)
  return () => window.removeEventListener('online', resume)
}
