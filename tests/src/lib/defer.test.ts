import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  afterDeviceReads,
  afterFirstScreen,
  firstScreen,
  onNetworkIdle,
  startDeviceRead,
  yieldToMain,
} from '../../../src/lib/defer.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('yieldToMain', () => {
  it('resolves each caller when the browser schedules it, not all at once', async () => {
    const waiting: (() => void)[] = []
    const nextTurn = (): Promise<void> => new Promise((go) => waiting.push(go))
    vi.stubGlobal('scheduler', { yield: nextTurn })
    const done: string[] = []
    const first = yieldToMain().then(() => done.push('first'))
    const second = yieldToMain().then(() => done.push('second'))
    expect(waiting).toHaveLength(2)
    waiting[0]?.()
    await first
    expect(done).toEqual(['first'])
    waiting[1]?.()
    await second
    expect(done).toEqual(['first', 'second'])
  })

  it('resolves at once in a browser without scheduler.yield', async () => {
    await expect(yieldToMain()).resolves.toBeUndefined()
  })
})

describe('onNetworkIdle', () => {
  let report: (() => void) | undefined

  beforeEach(() => {
    vi.useFakeTimers()
    class PerformanceObserver {
      constructor(callback: () => void) {
        report = callback
      }
      observe() {}
      disconnect() {
        report = undefined
      }
    }
    vi.stubGlobal('PerformanceObserver', PerformanceObserver)
  })

  it('runs when nothing has loaded for a second', () => {
    const run = vi.fn<() => void>()
    onNetworkIdle(run, { latestMs: 6_000 })
    vi.advanceTimersByTime(900)
    report?.()
    vi.advanceTimersByTime(900)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(run).toHaveBeenCalledOnce()
  })

  it('runs once after its limit, however busy the page is', () => {
    const run = vi.fn<() => void>()
    onNetworkIdle(run, { latestMs: 6_000 })
    for (let at = 0; at < 5_900; at += 100) {
      report?.()
      vi.advanceTimersByTime(100)
    }
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(run).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(10_000)
    expect(run).toHaveBeenCalledOnce()
    expect(report).toBeUndefined()
  })

  it('does not run once cancelled', () => {
    const run = vi.fn<() => void>()
    onNetworkIdle(run, { latestMs: 6_000 })()
    vi.advanceTimersByTime(10_000)
    expect(run).not.toHaveBeenCalled()
  })
})

describe('with idle callbacks run by hand', () => {
  let idle: (() => void)[] = []
  const idleMoment = async (): Promise<void> => {
    for (const run of idle.splice(0)) run()
    await Promise.resolve()
  }
  beforeEach(() => {
    vi.useFakeTimers()
    idle = []
    firstScreen.shown = false
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
    vi.stubGlobal('cancelIdleCallback', () => {})
  })

  it('afterFirstScreen runs once the screen is shown and the browser is idle', async () => {
    const run = vi.fn<() => void>()
    afterFirstScreen(run)
    await idleMoment()
    expect(run).not.toHaveBeenCalled()
    firstScreen.shown = true
    await Promise.resolve()
    expect(run).not.toHaveBeenCalled()
    await idleMoment()
    expect(run).toHaveBeenCalledOnce()
  })

  it('afterFirstScreen runs after ten seconds without a screen, unless cancelled', () => {
    const [run, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>()]
    afterFirstScreen(run)
    afterFirstScreen(cancelled)()
    vi.advanceTimersByTime(9_999)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledOnce()
    expect(cancelled).not.toHaveBeenCalled()
  })

  it('afterDeviceReads resolves once every read has ended and the browser was idle', async () => {
    let drawn = false
    const [list, rows] = [startDeviceRead(), startDeviceRead()]
    void afterDeviceReads().then(() => (drawn = true))
    await idleMoment()
    list()
    list()
    await idleMoment()
    expect(drawn).toBe(false)
    rows()
    expect(drawn).toBe(false)
    await idleMoment()
    expect(drawn).toBe(true)
  })

  it('afterDeviceReads resolves after its limit if a read hangs', async () => {
    let drawn = false
    const endRead = startDeviceRead()
    void afterDeviceReads(2_500).then(() => (drawn = true))
    await idleMoment()
    await vi.advanceTimersByTimeAsync(2_499)
    expect(drawn).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(drawn).toBe(true)
    endRead()
  })
})
