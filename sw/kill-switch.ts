type Worker = {
  caches: Pick<CacheStorage, 'keys' | 'delete'>
  registration: Pick<ServiceWorkerRegistration, 'unregister'>
  clients: Pick<Clients, 'matchAll'>
}

/**
 * Takes a broken worker off a device: deletes every cache and the registration, and reloads the pages that the broken one served,
 * which then come from the network. Databases stay: what was not sent yet is in them. A page that no worker served is left alone,
 * so that one which registers it again and again does not reload again and again.
 */
export const takeAway = async ({ caches, registration, clients }: Worker): Promise<void> => {
  await Promise.allSettled((await caches.keys()).map((name) => caches.delete(name)))
  const served = await clients.matchAll({ type: 'window' })
  await registration.unregister()
  // One that is on its way already, because it noticed by itself, cannot be sent there again.
  await Promise.allSettled(served.map((page) => page.navigate(page.url)))
}
