type Worker = {
  caches: Pick<CacheStorage, 'keys' | 'delete'>
  registration: Pick<ServiceWorkerRegistration, 'unregister'>
  clients: Pick<Clients, 'matchAll'>
}

const answerMs = 1_000

/**
 * Takes a broken worker off a device: deletes every cache and the registration. The pages that the broken one served must go as well
 * and then come from the network: each is asked, and reloads itself as soon as nothing is half written in it; one that says nothing
 * is broken or of an older version, and is reloaded at once. Databases stay: what was not sent yet is in them. A page that no worker
 * served is left alone, so that one which registers it again and again does not reload again and again.
 */
export const takeAway = async ({ caches, registration, clients }: Worker): Promise<void> => {
  await Promise.allSettled((await caches.keys()).map((name) => caches.delete(name)))
  const served = await clients.matchAll({ type: 'window' })
  await registration.unregister()
  await Promise.allSettled(
    served.map(async (page) => {
      // One that is gone, or on its way already, cannot be sent there again.
      if (!(await goesByItself(page))) await page.navigate(page.url)
    }),
  )
}

const goesByItself = (page: WindowClient): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const answer = (goes: boolean): void => {
      clearTimeout(timer)
      port1.close()
      resolve(goes)
    }
    const timer = setTimeout(() => answer(false), answerMs)
    port1.addEventListener('message', () => answer(true))
    port1.start()
    page.postMessage({ type: 'TAKEN_AWAY' }, [port2])
  })
