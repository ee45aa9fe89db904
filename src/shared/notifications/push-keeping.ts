import { navigate as toAddress } from 'wouter/use-browser-location'
import { getApiToken } from '../../session/token.ts'
import { here } from '../../offline/here.ts'
import { line } from '../../lib/contact.ts'
import { alerts } from './push-state.ts'
import type { AlertsOf } from './push.ts'
import { whenQuiet } from '../../lib/when-quiet.ts'

/**
 * While somebody is here: registers this device anew once the page is quiet, if its person has alerts on; goes where a notice was
 * pressed; and tells the server when they sign out. Returns how to stop.
 */
export const keepAlerts = (of: Omit<AlertsOf, 'browser'>): (() => void) => {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return () => undefined
  const again = (): void => {
    renewed(of).then(
      (state) => {
        alerts.state = state
      },
      // A store that is closed: somebody leaves just now. Or the code did not come: the next start tries again.
      () => undefined,
    )
  }
  const stops = [
    whenQuiet(again, { quietMs: 2_000, latestMs: 15_000 }),
    hearWorker(again, navigator.serviceWorker),
    here.tab.onStop((gone) => (gone === 'everything' ? tellLeaving() : undefined)),
  ]
  return () => {
    for (const stop of stops) stop()
    alerts.state = null
  }
}

/** With what keeps the device: what runs after every start needs no database for this. */
const renewed = async (of: Omit<AlertsOf, 'browser'>) => {
  const [{ renew }, { pushBrowser }] = await Promise.all([
    import('./push.ts'),
    import('./push-browser.ts'),
  ])
  return renew({ ...of, browser: pushBrowser() })
}

/** Goes where a notice was pressed without loading the page anew, and tells when a subscription has changed. Returns how to stop. */
export const hearWorker = (
  changed: () => void,
  container: Pick<ServiceWorkerContainer, 'addEventListener' | 'removeEventListener'>,
  navigate: (link: string) => void = toAddress,
): (() => void) => {
  const hear = (event: Event): void => {
    if (!(event instanceof MessageEvent)) return
    const message: unknown = event.data
    if (typeof message !== 'object' || message === null || !('type' in message)) return
    if (message.type === 'PUSH_CHANGED') changed()
    if (message.type !== 'OPEN' || !('link' in message) || typeof message.link !== 'string') return
    event.ports[0]?.postMessage('goes')
    navigate(message.link)
  }
  container.addEventListener('message', hear)
  return () => container.removeEventListener('message', hear)
}

/** Calls of the page end when somebody leaves; this one is about leaving, and outlives the page. */
const tellLeaving = async (): Promise<void> => {
  if (alerts.state?.is !== 'on') return
  const { deviceId } = alerts.state
  const token = await getApiToken({ fresh: false, line })
  if (token === null) return
  await fetch(`/api/push/devices/${deviceId}`, {
    method: 'DELETE',
    keepalive: true,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  })
}
