import { describe, expect, it, vi } from 'vitest'
import { ApiProblem, Unreachable } from '../../../src/lib/api-errors.ts'
import { createQueryClient, shouldRetry } from '../../../src/lib/query.ts'

const problem = (status: number, retryAfter: number | null = null): ApiProblem =>
  new ApiProblem(status, null, retryAfter)

describe('a failed query', () => {
  it('is retried if the error is temporary', () => {
    const passing = [
      new Unreachable('network'),
      problem(500),
      problem(503),
      problem(429),
      problem(425),
    ]
    expect(passing.map((error) => shouldRetry(0, error))).toEqual(passing.map(() => true))
  })

  it('is not retried if the answer would stay the same', () => {
    const final = [
      problem(401),
      problem(402),
      problem(403),
      problem(404),
      problem(422),
      problem(426),
    ]
    expect(final.map((error) => shouldRetry(0, error))).toEqual(final.map(() => false))
  })

  it('is not retried after the third attempt', () => {
    expect(shouldRetry(1, problem(500))).toBe(true)
    expect(shouldRetry(2, problem(500))).toBe(false)
  })

  it('waits for Retry-After, a minute at most', () => {
    const { retryDelay } = createQueryClient().getDefaultOptions().queries ?? {}
    if (typeof retryDelay !== 'function') throw new Error('It waits a fixed time')
    expect(retryDelay(0, problem(429, 3))).toBe(3_000)
    expect(retryDelay(0, problem(429, 3600))).toBe(60_000)
  })
})

it('A query never goes stale on its own', () => {
  const client = createQueryClient()
  client.setQueryData(['a'], 1, { updatedAt: 0 })
  expect(
    client
      .getQueryCache()
      .find({ queryKey: ['a'] })
      ?.isStaleByTime(Infinity),
  ).toBe(false)
  expect(client.getDefaultOptions().queries?.staleTime).toBe(Infinity)
})

it('A failed mutation is logged to the console', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const client = createQueryClient()
  const mutation = client.getMutationCache().build(client, {
    mutationKey: ['rename'],
    mutationFn: () => Promise.reject(new Error('no')),
  })
  await expect(mutation.execute(undefined)).rejects.toThrow('no')
  expect(log).toHaveBeenCalledExactlyOnceWith('rename failed', new Error('no'))
  log.mockRestore()
})
