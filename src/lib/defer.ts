import { useEffect, useState } from 'react'
import { proxy, subscribe } from 'valtio'

/** In a new task, so that the browser can handle input in between; at once without `scheduler.yield`. */
export const yieldToMain = async (): Promise<void> => {
  if ('scheduler' in globalThis && 'yield' in scheduler) await scheduler.yield()
}

/** After two seconds at the latest. Returns how to cancel. */
export const onIdle = (run: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}

/**
 * Once the page has received nothing and run no task of over 50 ms for a second, after `latestMs` at the latest. Returns how to
 * cancel.
 */
export const onNetworkIdle = (
  run: () => void,
  { latestMs }: { latestMs: number },
): (() => void) => {
  const go = (): void => {
    stop()
    run()
  }
  let quiet = setTimeout(go, quietMs)
  const latest = setTimeout(go, latestMs)
  const activity =
    'PerformanceObserver' in globalThis
      ? new PerformanceObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(go, quietMs)
        })
      : undefined
  // Safari reports no long tasks and ignores entry types that it does not know.
  activity?.observe({ entryTypes: ['resource', 'longtask'] })
  const stop = (): void => {
    clearTimeout(quiet)
    clearTimeout(latest)
    activity?.disconnect()
  }
  return stop
}

const quietMs = 1_000

export const firstScreen = proxy<{ shown: boolean }>({ shown: false })

/** Once the page has loaded and shows its first screen, or ten seconds after the call. Returns how to cancel. */
export const afterFirstScreen = (run: () => void): (() => void) => {
  let due = false
  const runOnce = (): void => {
    if (due) return
    due = true
    run()
  }
  const look = (): void => {
    if (firstScreen.shown && document.readyState === 'complete') onIdle(runOnce)
  }
  const stop = subscribe(firstScreen, look)
  const latest = setTimeout(runOnce, 10_000)
  addEventListener('load', look)
  look()
  return () => {
    due = true
    stop()
    clearTimeout(latest)
    removeEventListener('load', look)
  }
}

export const useAfterFirstScreen = (): boolean => {
  const [after, setAfter] = useState(false)
  useEffect(() => afterFirstScreen(() => setAfter(true)), [])
  return after
}

let pendingReads = 0
let waiting: (() => void)[] = []

/** Returns how to say that the read has ended. */
export const startDeviceRead = (): (() => void) => {
  let ended = false
  pendingReads += 1
  return () => {
    if (ended) return
    ended = true
    pendingReads -= 1
    if (pendingReads > 0) return
    const ready = waiting
    waiting = []
    for (const look of ready) look()
  }
}

/** Once no device read is pending and the browser was idle to draw the result, after `limitMs` at the latest. */
export const afterDeviceReads = (limitMs = 2_500): Promise<void> =>
  new Promise((resolve) => {
    const limit = setTimeout(resolve, limitMs)
    const look = (): void => {
      onIdle(() => {
        if (pendingReads > 0) {
          waiting.push(look)
          return
        }
        clearTimeout(limit)
        resolve()
      })
    }
    look()
  })
