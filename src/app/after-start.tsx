import { useEffect, useState } from 'react'
import { loadFont } from '../ui/font.ts'
import { part } from '../ui/part.tsx'
import { whenQuiet } from '../lib/when-quiet.ts'
import { whenSettled } from '../lib/when-settled.ts'

const UpdatePrompt = part(() => import('./update-prompt.tsx').then((m) => m.UpdatePrompt))

/** What can wait until the first screen stands: the font, the service worker, telemetry. */
export const AfterStart = () => {
  const [due, setDue] = useState(false)
  useEffect(
    () =>
      whenSettled(() => {
        setDue(true)
        void loadFont()
        void import('../lib/telemetry.ts').then(({ startErrorReports }) => startErrorReports())
      }),
    [],
  )
  useEffect(() => (due && import.meta.env.PROD ? fetchForLater() : undefined), [due])
  return due ? <UpdatePrompt /> : null
}

// Its installation fetches the whole app: one who only just arrived wants the sign-in form, or their first results, before that.
const fetchForLater = (): (() => void) => {
  const signsIn = document.documentElement.dataset['first'] === 'alone'
  return whenQuiet(
    () => void import('./service-worker.ts').then(({ startServiceWorker }) => startServiceWorker()),
    signsIn ? { quietMs: 1_000, latestMs: 6_000 } : { quietMs: 500, latestMs: 1_000 },
  )
}
