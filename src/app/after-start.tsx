import { lazy, Suspense, useEffect, useState } from 'react'
import { loadFont } from '../ui/font.ts'
import { startErrorReports } from '../lib/telemetry.ts'
import { whenSettled } from '../lib/when-settled.ts'

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
