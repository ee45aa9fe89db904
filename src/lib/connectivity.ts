import { proxy, subscribe, useSnapshot } from 'valtio'
import { backoffMs } from '../offline/backoff.ts'

/** Answers decide; the browser's own opinion only until the next one. */
export const connectivity = proxy<{ online: boolean; slow: boolean; outdated: boolean }>({
  online: typeof navigator === 'undefined' || navigator.onLine,
  /** A request has had no answer for a few seconds. */
  slow: false,
  outdated: false,
})

/** For code outside React; changes arrive at once. */
export const connection = {
  isOnline: () => connectivity.online,
  subscribe: (changed: () => void) => subscribe(connectivity, changed),
}

export const onReconnect = (run: () => void): (() => void) => {
  let wasOnline = connectivity.online
  let isStopped = false
  const check = (): void => {
    const { online } = connectivity
    if (online && !wasOnline) queueMicrotask(() => isStopped || run())
    wasOnline = online
  }
  // Synchronous: batched changes would hide a short time offline.
  const stop = subscribe(connectivity, check, true)
  return () => {
    isStopped = true
    stop()
  }
}

export const useOffline = (): boolean => !useSnapshot(connectivity).online

/** With growing pauses, and at once when the browser is online again or the page gets the focus. Returns how to stop. */
export const watchConnectivity = (
  probe: () => Promise<unknown>,
  page: Window = window,
): (() => void) => {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isProbing = false
  const runProbe = async (): Promise<void> => {
    if (isProbing || page.document.visibilityState === 'hidden') return
    isProbing = true
    await probe().catch(() => undefined)
    isProbing = false
    schedule()
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void tick(), backoffMs(failures, { minMs: 3_000, maxMs: 30_000 }))
  }
  const tick = async (): Promise<void> => {
    if (connectivity.online && !connectivity.slow) failures = 0
    else {
      failures += 1
      await runProbe()
    }
    schedule()
  }
  const onOffline = (): void => {
    connectivity.online = false
    failures = 0
    schedule()
  }
  const retryNow = (): void => {
    if (!connectivity.online) void runProbe()
  }
  page.addEventListener('offline', onOffline)
  page.addEventListener('online', retryNow)
  page.document.addEventListener('visibilitychange', retryNow)
  schedule()
  return () => {
    clearTimeout(timer)
    page.removeEventListener('offline', onOffline)
    page.removeEventListener('online', retryNow)
    page.document.removeEventListener('visibilitychange', retryNow)
  }
}
