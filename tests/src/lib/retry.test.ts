import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '../../../src/lib/api-errors.ts'
import { retry, retryWithBackoff } from '../../../src/lib/retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('retryWithBackoff doubles the wait from 500 ms up to the limit until the task succeeds', async () => {
  const task = failing(4)
  const done = retryWithBackoff(task, { maxBackoffMs: 1500, signal: new AbortController().signal })
  let calls = 1
  for (const pause of [500, 1000, 1500, 1500]) {
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(task).toHaveBeenCalledTimes(calls)
    await vi.advanceTimersByTimeAsync(1)
    expect(task).toHaveBeenCalledTimes((calls += 1))
  }
  await done
})

test('a retry starts at once when the browser is online again', async () => {
  const task = failing(1)
  const done = retryWithBackoff(task, {
    maxBackoffMs: 60_000,
    signal: new AbortController().signal,
  })
  await vi.advanceTimersByTimeAsync(1)
  window.dispatchEvent(new Event('online'))
  await done
  expect(task).toHaveBeenCalledTimes(2)
})

test('retryWithBackoff ends without an error when its signal aborts', async () => {
  const task = failing(9)
  const stop = new AbortController()
  const done = retryWithBackoff(task, { maxBackoffMs: 1000, signal: stop.signal })
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

function failing(times: number, error = new Error('network')) {
  let left = times
  return vi.fn<() => Promise<void>>(async () => {
    if (left > 0) {
      left -= 1
      throw error
    }
  })
}
