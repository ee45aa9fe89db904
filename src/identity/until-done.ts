export type UntilDone = {
  pauseMs: number
  /** Ends the attempts. */
  signal: AbortSignal
  onFailure?: () => void
}

/** Runs the task until it succeeds, pausing between attempts, less when the network comes back. Never rejects. */
export async function untilDone(
  task: () => Promise<void>,
  { pauseMs, signal, onFailure }: UntilDone,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await task()
      return
    } catch {
      if (signal.aborted) return
      onFailure?.()
      await pause(pauseMs, signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
