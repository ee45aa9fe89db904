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
}

/** The retry policy: backoff, or Retry-After where the server set it. Rejects with the last error when no retry is left. */
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
      const requestedMs = retryAfterMs(error)
      if (requestedMs === null)
        await wait(backoffMs(failures - 1, { minMs, maxMs }), signal, resumeOn)
      else await wait(requestedMs, signal)
    }
  }
}

/** Never rejects. */
export const retryWithBackoff = async (
  task: () => Promise<void>,
  {
    maxBackoffMs,
    signal,
    onFailure,
  }: { maxBackoffMs: number; signal: AbortSignal; onFailure?: () => void },
): Promise<void> => {
  // Without a limit of attempts only the signal ends them.
  await retry(task, { maxMs: maxBackoffMs, signal, ...(onFailure && { onFailure }) }).catch(
    () => undefined,
  )
}

/** In ms; null without one. */
export const retryAfterMs = (error: unknown): number | null =>
  error instanceof ApiProblem && error.retryAfter !== null ? error.retryAfter * 1000 : null

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
