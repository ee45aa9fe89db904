import { MutationCache, QueryClient } from '@tanstack/react-query'
import { staleMs } from '../../contract/constants.ts'
import { ApiProblem, Unreachable } from './api-errors.ts'
import { log } from './log.ts'
import { retryDelayMs } from './retry.ts'

const minute = 60_000

/** Answers do not go stale by themselves (spec 9); failed mutations are only logged (spec 8). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        gcTime: 30 * minute,
        // The browser is often wrong about being online; the request itself is the test.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: shouldRetry,
        retryDelay: (failures, error) =>
          retryDelayMs(error, failures, { minMs: 500, maxMs: minute, random: Math.random }),
      },
      mutations: { networkMode: 'always', retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) =>
        log.error(`${mutation.options.mutationKey?.join(' ') ?? 'A change'} failed`, error),
    }),
  })

/** The retry policy of queries: twice, when the error may pass: no answer, too early, too many requests, or a failure of the server. */
export const shouldRetry = (failures: number, error: Error): boolean => {
  if (failures >= 2) return false
  if (error instanceof Unreachable) return true
  return error instanceof ApiProblem && (error.status >= 500 || passing.has(error.status))
}

const passing = new Set([408, 425, 429])
