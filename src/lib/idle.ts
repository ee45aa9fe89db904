/** Runs something once the browser has a moment, at the latest after two seconds; the answer calls it off. */
export const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}
