import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '../../../src/lib/api-errors.ts'
import { retry, retryDelayMs, retryForever } from '../../../src/lib/retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('retryForever doubles the wait from 500 ms up to the limit until the task succeeds', async () => {
  const task = failing(4)
  const done = retryForever(task, { maxMs: 1500, random: () => 1 })
  let calls = 1
  for (const pause of [500, 1000, 1500, 1500]) {
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(task).toHaveBeenCalledTimes(calls)
    await vi.advanceTimersByTimeAsync(1)
    expect(task).toHaveBeenCalledTimes((calls += 1))
  }
  await done
})

test('the wait before a retry is Retry-After, a minute at most', () => {
  expect(retryDelayMs(new ApiProblem(429, null, 3), 5, backoff(1))).toBe(3_000)
  expect(retryDelayMs(new ApiProblem(503, null, 3600), 0, backoff(1))).toBe(60_000)
})

test('the wait before a retry without Retry-After doubles, less a jitter of up to half', () => {
  const delays = (random: number) =>
    [0, 1, 9].map((failures) =>
      retryDelayMs(new ApiProblem(500, null, null), failures, backoff(random)),
    )
  expect(delays(1)).toEqual([500, 1_000, 4_000])
  expect(delays(0)).toEqual([250, 500, 2_000])
})

test('devices that fail at the same moment do not retry at the same moment', async () => {
  const [early, late] = [failing(1), failing(1)]
  const done = [retry(early, { random: () => 0 }), retry(late, { random: () => 1 })]
  await vi.advanceTimersByTimeAsync(499)
  expect(early).toHaveBeenCalledTimes(2)
  expect(late).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(done)
})

test('a retry starts at once when the browser is online again', async () => {
  const task = failing(1)
  const done = retryForever(task, { maxMs: 60_000 })
  await vi.advanceTimersByTimeAsync(1)
  window.dispatchEvent(new Event('online'))
  await done
  expect(task).toHaveBeenCalledTimes(2)
})

test('retryForever ends without an error when its signal aborts', async () => {
  const task = failing(9)
  const stop = new AbortController()
  const done = retryForever(task, { maxMs: 1000, signal: stop.signal })
  await vi.advanceTimersByTimeAsync(1)
  stop.abort()
  await done
  await vi.advanceTimersByTimeAsync(5000)
  expect(task).toHaveBeenCalledTimes(1)
})

test('retry rejects with the last error when no attempt is left', async () => {
  const task = failing(9)
  const failure = retry(task, { maxAttempts: 3 }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1500)
  expect(await failure).toMatchObject({ message: expect.stringContaining('network') })
  expect(task).toHaveBeenCalledTimes(3)
})

test('retry rejects at once with an error that is not retriable', async () => {
  const task = failing(9)
  await expect(retry(task, { isRetriable: () => false })).rejects.toThrow('network')
  expect(task).toHaveBeenCalledTimes(1)
})

test('retry waits for Retry-After, also when the browser is online again', async () => {
  const task = failing(1, new ApiProblem(429, null, 3))
  const done = retry(task)
  await vi.advanceTimersByTimeAsync(2000)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(999)
  expect(task).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  await done
  expect(task).toHaveBeenCalledTimes(2)
})

test('retry rejects with the reason of its signal when that aborts during a wait', async () => {
  const abortController = new AbortController()
  const reason = retry(failing(9), { signal: abortController.signal }).catch(
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(1)
  abortController.abort('stop')
  expect(await reason).toBe('stop')
})

const backoff = (random: number) => ({ minMs: 500, maxMs: 4_000, random: () => random })

function failing(times: number, error = new Error('network')) {
  let left = times
  return vi.fn<() => Promise<void>>(async () => {
    if (left > 0) {
      left -= 1
      throw error
    }
  })
}
