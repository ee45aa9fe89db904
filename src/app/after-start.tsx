import { useEffect, useState } from 'react'
import { loadFont } from '../ui/font.ts'
import { afterFirstScreen, onNetworkIdle } from '../lib/defer.ts'
import { startErrorReports } from '../lib/telemetry.ts'
import { session } from '../session/session.ts'
import { startServiceWorker } from './service-worker.ts'
import { UpdatePrompt } from './update-prompt.tsx'

/** What waits until the first screen is shown: font, service worker, telemetry. */
export const AfterStart = () => {
  const [due, setDue] = useState(false)
  useEffect(
    () =>
      afterFirstScreen(() => {
        setDue(true)
        void loadFont()
        void startErrorReports(session)
      }),
    [],
  )
  useEffect(() => (due && import.meta.env.PROD ? fetchForLater() : undefined), [due])
  return due ? <UpdatePrompt /> : null
}

// The installation fetches the whole app; a newcomer wants the sign-in form, or the first results, before that.
const fetchForLater = (): (() => void) => {
  const signsIn = document.documentElement.dataset['first'] === 'alone'
  return onNetworkIdle(() => void startServiceWorker(), { latestMs: signsIn ? 6_000 : 1_000 })
}
