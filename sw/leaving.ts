import { atSignOut } from '../src/offline/device-stores.ts'
import { leavingMessage, personalCache, type Gone } from '../src/offline/leaving-message.ts'

type Worker = {
  caches: Pick<CacheStorage, 'keys' | 'delete'>
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'>
  clients: Pick<Clients, 'matchAll'>
  navigator: Partial<Pick<WorkerNavigator, 'clearAppBadge'>>
}

/**
 * The worker's part in signing out: closes notifications, clears the badge of the app, deletes the caches that are somebody's, and
 * answers on the message's port with the number of open windows, by which the leaving tab knows how many answers to wait for.
 */
export const takePartInLeaving = (
  worker: Worker & Pick<ServiceWorkerGlobalScope, 'addEventListener'>,
): void =>
  worker.addEventListener('message', (event) => {
    const message = leavingMessage(event.data)
    if (message?.type !== 'stop') return
    event.waitUntil(
      stop(worker, message.gone).then((answer) => event.ports[0]?.postMessage(answer)),
    )
  })

const stop = async (
  { caches, registration, clients, navigator }: Worker,
  gone: Gone,
): Promise<{ type: 'stopped'; windows: number }> => {
  const windows = clients.matchAll({ type: 'window', includeUncontrolled: true })
  const going = (name: string): boolean =>
    gone === 'everything'
      ? atSignOut('cache', name) === 'goes'
      : name === personalCache(gone.userId, gone.orgId)
  const work = [
    ...(await caches.keys()).filter(going).map((name) => caches.delete(name)),
    ...(gone === 'everything' ? [closeNotifications(registration), clearBadge(navigator)] : []),
  ]
  // One that fails is the page's to finish; the answer must not wait for it.
  await Promise.allSettled(work)
  return { type: 'stopped', windows: (await windows).length }
}

const closeNotifications = async (registration: Worker['registration']): Promise<void> => {
  for (const notice of await registration.getNotifications()) notice.close()
}

const clearBadge = async (navigator: Worker['navigator']): Promise<void> => {
  await navigator.clearAppBadge?.()
}
