import { lazy, Suspense, useEffect, useState } from 'react'
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
      whenLoaded(() => {
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

const whenLoaded = (run: () => void): (() => void) => {
  if (document.readyState === 'complete') {
    const timer = setTimeout(run, 0)
    return () => clearTimeout(timer)
  }
  addEventListener('load', run, { once: true })
  return () => removeEventListener('load', run)
}
