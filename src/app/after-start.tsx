import { lazy, Suspense, useEffect, useState } from 'react'
import { subscribe } from 'valtio'
import { whenIdle } from '../lib/idle.ts'
import { start } from '../lib/start.ts'
import { loadFont } from '../ui/font.ts'
import { startErrorReports } from '../lib/telemetry.ts'

const UpdatePrompt = lazy(() =>
  import('./update-prompt.tsx').then((m) => ({ default: m.UpdatePrompt })),
)

/** What can wait until the first screen stands: the font, the service worker, telemetry. */
export const AfterStart = () => {
  const [due, setDue] = useState(false)
  useEffect(
    () =>
      whenSettled(() => {
        setDue(true)
        void loadFont()
        void startErrorReports()
        if (import.meta.env.PROD)
          void import('./service-worker.ts').then(({ startServiceWorker }) => startServiceWorker())
      }),
    [],
  )
  return due ? (
    <Suspense fallback={null}>
      <UpdatePrompt />
    </Suspense>
  ) : null
}

/** Runs once the page has loaded and its first screen stands, or ten seconds after loading where none does. */
const whenSettled = (run: () => void): (() => void) => {
  let due = false
  const once = (): void => {
    if (due) return
    due = true
    run()
  }
  const look = (): void => {
    if (start.done && document.readyState === 'complete') whenIdle(once)
  }
  const stop = subscribe(start, look)
  const latest = setTimeout(once, 10_000)
  addEventListener('load', look)
  look()
  return () => {
    due = true
    stop()
    clearTimeout(latest)
    removeEventListener('load', look)
  }
}
