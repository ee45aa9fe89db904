import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenQuiet } from '../../../src/lib/when-quiet.ts'

/** What the browser tells of resources and long tasks, told by hand. */
let tell: (() => void) | undefined

beforeEach(() => {
  vi.useFakeTimers()
  class PerformanceObserver {
    constructor(heard: () => void) {
      tell = heard
    }
    observe() {}
    disconnect() {
      tell = undefined
    }
  }
  vi.stubGlobal('PerformanceObserver', PerformanceObserver)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const times = { quietMs: 1_000, latestMs: 6_000 }

describe('waiting until a page is quiet', () => {
  it('ends when nothing has come for a second', () => {
    const run = vi.fn<() => void>()
    whenQuiet(run, times)
    vi.advanceTimersByTime(900)
    tell?.()
    vi.advanceTimersByTime(900)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(run).toHaveBeenCalledOnce()
  })

  it('ends after six seconds however busy it is, and once', () => {
    const run = vi.fn<() => void>()
    whenQuiet(run, times)
    for (let at = 0; at < 5_900; at += 100) {
      tell?.()
      vi.advanceTimersByTime(100)
    }
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(run).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(10_000)
    expect(run).toHaveBeenCalledOnce()
    expect(tell).toBeUndefined()
  })

  it('can be called off', () => {
    const run = vi.fn<() => void>()
    whenQuiet(run, times)()
    vi.advanceTimersByTime(10_000)
    expect(run).not.toHaveBeenCalled()
  })
})
