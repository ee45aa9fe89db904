import { StorageError } from '../offline/storage-error.ts'

export type Later = (ms: number, run: () => void) => () => void

type Trigger = (request: () => void) => () => void

type PageLoopSettings = {
  work: (signal: AbortSignal) => Promise<void>
  on: readonly Trigger[]
  /** In ms, before a run that no trigger requests; null: no timer. */
  everyMs?: () => number | null
  later: Later
  /** As while the page is visible; the timer runs in any case. */
  canRun?: () => boolean
  report: (error: unknown) => void
}

type PageLoop = {
  /** Once more after a current run. */
  request: () => void
  schedule: () => void
  /** Resolves when the current run is over. */
  stop: () => Promise<void>
}

/** One run at a time. Errors of the device's storage are not reported: a banner shows them. */
export const startPageLoop = ({
  work,
  on,
  everyMs = () => null,
  later,
  canRun = () => true,
  report,
}: PageLoopSettings): PageLoop => {
  const ending = new AbortController()
  const { signal } = ending
  let running: Promise<void> | null = null
  let isRequested = false
  let cancelTimer = (): void => {}

  const schedule = (): void => {
    cancelTimer()
    const ms = signal.aborted ? null : everyMs()
    cancelTimer = ms === null ? () => {} : later(ms, request)
  }
  const request = (): void => {
    if (signal.aborted) return
    schedule()
    if (!canRun()) return
    // The server may have answered the current run before what requested this one.
    if (running !== null) isRequested = true
    else running = run()
  }
  const run = async (): Promise<void> => {
    try {
      await work(signal)
    } catch (error) {
      if (!(error instanceof StorageError) && !signal.aborted) report(error)
    }
    running = null
    if (!isRequested) return
    isRequested = false
    request()
  }
  const stops = on.map((trigger) => trigger(request))
  return {
    request,
    schedule,
    stop: async () => {
      ending.abort()
      cancelTimer()
      for (const stop of stops) stop()
      await running
    },
  }
}

export const onStart: Trigger = (request) => {
  request()
  return () => {}
}

/** Also when the page becomes visible or hidden. */
export const onFocus =
  (page: Window): Trigger =>
  (request) => {
    page.addEventListener('focus', request)
    page.document.addEventListener('visibilitychange', request)
    return () => {
      page.removeEventListener('focus', request)
      page.document.removeEventListener('visibilitychange', request)
    }
  }
