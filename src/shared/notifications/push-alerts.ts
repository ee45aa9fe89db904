import { navigate as toAddress } from 'wouter/use-browser-location'
import { getApiToken } from '../../session/token.ts'
import { currentTab } from '../../offline/wipe/current-tab.ts'
import { connection } from '../../lib/connectivity.ts'
import { alerts } from './push-state.ts'
import type { AlertsOf } from './push.ts'
import { onNetworkIdle } from '../../lib/defer.ts'

/** Registers this device again once the network is idle, if its alerts are on. Returns a function that stops it. */
export const startAlerts = (of: Omit<AlertsOf, 'browser'>): (() => void) => {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return () => undefined
  const again = (): void => {
    renewAlerts(of).then(
      (state) => {
        alerts.state = state
      },
      // The store is closed because the user is leaving, or the code failed to load: the next start retries.
      () => undefined,
    )
  }
  const stops = [
    onNetworkIdle(again, { latestMs: 15_000 }),
    listenToWorker(again, navigator.serviceWorker),
    currentTab.tab.onStop((scope) => (scope === 'everything' ? reportSignOut() : undefined)),
  ]
  return () => {
    for (const stop of stops) stop()
    alerts.state = null
  }
}

/** Loads its code only now; the code that runs after every start needs no database. */
const renewAlerts = async (of: Omit<AlertsOf, 'browser'>) => {
  const [{ renew }, { pushBrowser }] = await Promise.all([
    import('./push.ts'),
    import('./push-browser.ts'),
  ])
  return renew({ ...of, browser: pushBrowser() })
}

/** Opens a pressed notification without reloading the page, and reports a changed subscription. Returns a function that stops it. */
export const listenToWorker = (
  changed: () => void,
  container: Pick<ServiceWorkerContainer, 'addEventListener' | 'removeEventListener'>,
  navigate: (link: string) => void = toAddress,
): (() => void) => {
  const onMessage = (event: Event): void => {
    if (!(event instanceof MessageEvent)) return
    const message: unknown = event.data
    if (typeof message !== 'object' || message === null || !('type' in message)) return
    if (message.type === 'PUSH_CHANGED') changed()
    if (message.type !== 'OPEN' || !('link' in message) || typeof message.link !== 'string') return
    event.ports[0]?.postMessage('goes')
    navigate(message.link)
  }
  container.addEventListener('message', onMessage)
  return () => container.removeEventListener('message', onMessage)
}

/** Requests of the page abort at sign-out; this request reports the sign-out, so it must outlive the page. */
const reportSignOut = async (): Promise<void> => {
  if (alerts.state?.is !== 'on') return
  const { deviceId } = alerts.state
  const token = await getApiToken({ fresh: false, connection })
  if (token === null) return
  await fetch(`/api/push/devices/${deviceId}`, {
    method: 'DELETE',
    keepalive: true,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  })
}
