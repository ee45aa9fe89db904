/**
 * Runs something once the page has been quiet for `quietMs`, having received nothing and run no task of over 50 ms, and after
 * `latestMs` in any case. The answer calls it off.
 */
export const whenQuiet = (
  run: () => void,
  { quietMs, latestMs }: { quietMs: number; latestMs: number },
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
  // Safari tells of no long tasks; a name it does not know it leaves out.
  activity?.observe({ entryTypes: ['resource', 'longtask'] })
  const stop = (): void => {
    clearTimeout(quiet)
    clearTimeout(latest)
    activity?.disconnect()
  }
  return stop
}
