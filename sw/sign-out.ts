import { atSignOut } from '../src/offline/device-stores.ts'
import {
  parseSignOutMessage,
  personalCache,
  type WipeScope,
} from '../src/offline/sign-out-message.ts'

type Worker = {
  caches: Pick<CacheStorage, 'keys' | 'delete'>
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'>
  clients: Pick<Clients, 'matchAll'>
  navigator: Partial<Pick<WorkerNavigator, 'clearAppBadge'>>
}

/** Answers with the number of open windows, so that the leaving tab knows how many answers to expect. */
export const handleSignOut = (
  worker: Worker & Pick<ServiceWorkerGlobalScope, 'addEventListener'>,
): void =>
  worker.addEventListener('message', (event) => {
    const message = parseSignOutMessage(event.data)
    if (message?.type !== 'stop') return
    event.waitUntil(
      stop(worker, message.scope).then((answer) => event.ports[0]?.postMessage(answer)),
    )
  })

const stop = async (
  { caches, registration, clients, navigator }: Worker,
  scope: WipeScope,
): Promise<{ type: 'stopped'; windows: number }> => {
  const windows = clients.matchAll({ type: 'window', includeUncontrolled: true })
  const going = (name: string): boolean =>
    scope === 'everything'
      ? atSignOut('cache', name) === 'goes'
      : name === personalCache(scope.userId, scope.orgId)
  const work = [
    ...(await caches.keys()).filter(going).map((name) => caches.delete(name)),
    ...(scope === 'everything' ? [closeNotifications(registration), clearBadge(navigator)] : []),
  ]
  // The page finishes what fails; the answer must not wait for it.
  await Promise.allSettled(work)
  return { type: 'stopped', windows: (await windows).length }
}

const closeNotifications = async (registration: Worker['registration']): Promise<void> => {
  for (const notice of await registration.getNotifications()) notice.close()
}

const clearBadge = async (navigator: Worker['navigator']): Promise<void> => {
  await navigator.clearAppBadge?.()
}
