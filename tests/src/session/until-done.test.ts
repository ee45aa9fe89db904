import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilDone } from '../../../src/session/until-done.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a task that fails is tried again soon, then after longer pauses up to the longest, until it succeeds', async () => {
  const task = failing(4)
  const done = untilDone(task, { pauseMs: 1500, signal: new AbortController().signal })
  let calls = 1
  for (const pause of [500, 1000, 1500, 1500]) {
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(task).toHaveBeenCalledTimes(calls)
    await vi.advanceTimersByTimeAsync(1)
    expect(task).toHaveBeenCalledTimes((calls += 1))
  }
  await done
})

test('when the network comes back it is tried at once', async () => {
  const task = failing(1)
  const done = untilDone(task, { pauseMs: 60_000, signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(1)
  window.dispatchEvent(new Event('online'))
  await done
  expect(task).toHaveBeenCalledTimes(2)
})

test('once stopped it is not tried again', async () => {
  const task = failing(9)
  const stop = new AbortController()
  const done = untilDone(task, { pauseMs: 1000, signal: stop.signal })
  await vi.advanceTimersByTimeAsync(1)
  stop.abort()
  await done
  await vi.advanceTimersByTimeAsync(5000)
  expect(task).toHaveBeenCalledTimes(1)
})

function failing(times: number) {
  let left = times
  return vi.fn<() => Promise<void>>(async () => {
    if (left > 0) {
      left -= 1
      throw new Error('network')
    }
  })
}
