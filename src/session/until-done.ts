const FIRST_PAUSE_MS = 500

export type UntilDone = {
  /** The longest pause between two attempts; the first is half a second. */
  pauseMs: number
  /** Ends the attempts. */
  signal: AbortSignal
  onFailure?: () => void
}

/** Runs the task until it succeeds, pausing longer each time between attempts, less when the network comes back. Never rejects. */
export async function untilDone(
  task: () => Promise<void>,
  { pauseMs, signal, onFailure }: UntilDone,
): Promise<void> {
  for (let next = FIRST_PAUSE_MS; !signal.aborted; next *= 2) {
    try {
      await task()
      return
    } catch {
      if (signal.aborted) return
      onFailure?.()
      await pause(Math.min(next, pauseMs), signal)
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
