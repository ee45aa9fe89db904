type Worker = {
  caches: Pick<CacheStorage, 'keys' | 'delete'>
  registration: Pick<ServiceWorkerRegistration, 'unregister'>
  clients: Pick<Clients, 'matchAll'>
}

const answerMs = 1_000

/**
 * Removes a broken worker from a device. A page that answers reloads itself once no input is half written; a silent page is
 * broken or of an older version, and is reloaded at once.
 */
export const removeWorker = async ({ caches, registration, clients }: Worker): Promise<void> => {
  // Databases stay: they hold unsent edits.
  await Promise.allSettled((await caches.keys()).map((name) => caches.delete(name)))
  // A page without a worker stays: it may register the worker again at each load, and would reload without end.
  const served = await clients.matchAll({ type: 'window' })
  await registration.unregister()
  await Promise.allSettled(
    served.map(async (page) => {
      // Rejects for a page that has closed or navigates already.
      if (!(await reloadsItself(page))) await page.navigate(page.url)
    }),
  )
}

const reloadsItself = (page: WindowClient): Promise<boolean> =>
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
