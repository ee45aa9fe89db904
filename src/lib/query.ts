import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem, Unreachable } from './api-errors.ts'
import { log } from './log.ts'

const minute = 60_000

/** The query client: what was fetched stays good until something says otherwise (spec 9), failed mutations are only logged (spec 8). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * minute,
        // The browser is often wrong about being online; the request itself is the test.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: shouldRetry,
        retryDelay: pauseBeforeRetry,
      },
      mutations: { networkMode: 'always', retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) =>
        log.error(`${mutation.options.mutationKey?.join(' ') ?? 'A change'} failed`, error),
    }),
  })

/** Twice more for what may pass by itself: no answer, too early, too many, the server's own failures. */
export const shouldRetry = (failures: number, error: Error): boolean => {
  if (failures >= 2) return false
  if (error instanceof Unreachable) return true
  return error instanceof ApiProblem && (error.status >= 500 || passing.has(error.status))
}

/** In ms: what the server asked for, else 0.5 s doubling. */
export const pauseBeforeRetry = (failures: number, error: Error): number =>
  error instanceof ApiProblem && error.retryAfter !== null
    ? Math.min(error.retryAfter * 1000, minute)
    : 500 * 2 ** failures

const passing = new Set([408, 425, 429])
