import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectivity, watchConnectivity } from '../../../src/lib/connectivity.ts'

beforeEach(() => {
  vi.useFakeTimers()
  connectivity.online = true
  connectivity.slow = false
})
afterEach(() => vi.useRealTimers())

describe('an unreachable server', () => {
  it('is probed with growing backoff until it answers', async () => {
    let answers = false
    const probe = vi.fn<() => Promise<unknown>>(async () => {
      if (!answers) throw new Error('no')
      connectivity.online = true
    })
    const stop = watchConnectivity(probe)
    connectivity.online = false
    await vi.advanceTimersByTimeAsync(3_000)
    expect(probe).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(probe).toHaveBeenCalledTimes(2)
    answers = true
    await vi.advanceTimersByTimeAsync(12_000)
    expect(connectivity.online).toBe(true)
    const calls = probe.mock.calls.length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(probe).toHaveBeenCalledTimes(calls)
    stop()
  })

  it('is probed at once when the browser says it is online, and counts as online only after an answer', async () => {
    const probe = vi.fn<() => Promise<unknown>>(async () => Promise.reject(new Error('no')))
    const stop = watchConnectivity(probe)
    window.dispatchEvent(new Event('offline'))
    expect(connectivity.online).toBe(false)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(probe).toHaveBeenCalledOnce()
    expect(connectivity.online).toBe(false)
    stop()
  })
})

it('A server that is silent for a while is probed once', async () => {
  const probe = vi.fn<() => Promise<unknown>>(async () => {
    connectivity.slow = false
  })
  const stop = watchConnectivity(probe)
  connectivity.slow = true
  await vi.advanceTimersByTimeAsync(3_000)
  expect(probe).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probe).toHaveBeenCalledOnce()
  stop()
})

it('A server that answers is not probed', async () => {
  const probe = vi.fn<() => Promise<unknown>>(async () => undefined)
  const stop = watchConnectivity(probe)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(probe).not.toHaveBeenCalled()
  stop()
})
