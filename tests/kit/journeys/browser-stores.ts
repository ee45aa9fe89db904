import type { BrowserContext, Page } from '@playwright/test'
import type { StoreKind } from '../../../src/offline/device-stores.ts'

export type BrowserStores = { names: Record<StoreKind, string[]>; text: string; notices: number }

/** From a page without the app. Session storage is that of `tabs`. */
export const readBrowserStores = async (
  context: BrowserContext,
  tabs: Page[] = [],
): Promise<BrowserStores> => {
  const page = await context.newPage()
  await page.goto('/health')
  const stores = await page.evaluate(readStores)
  await page.close()
  const sessions = await Promise.all(
    tabs.map((tab) => tab.evaluate(() => Object.entries(sessionStorage))),
  )
  const cookies = await context.cookies()
  return {
    names: {
      'local storage': stores.local.map(([name]) => name),
      'session storage': sessions.flatMap((session) => session.map(([name]) => name)),
      database: stores.databases.map(([name]) => name),
      cache: stores.caches.map(([name]) => name),
      cookie: cookies.filter(({ httpOnly }) => !httpOnly).map(({ name }) => name),
      file: stores.files,
    },
    text: JSON.stringify({ ...stores, sessions, cookies }),
    notices: stores.notices.length,
  }
}

/** Runs in the browser. */
const readStores = async () => {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
    })
  const rowsOf = async (name: string) => {
    const db = await answer(indexedDB.open(name))
    const tables = [...db.objectStoreNames]
    const rows = await Promise.all(
      tables.map((table) => answer(db.transaction(table).objectStore(table).getAll())),
    )
    db.close()
    return rows
  }
  const repliesOf = async (name: string) => {
    const cache = await caches.open(name)
    return Promise.all(
      (await cache.keys()).map(async (request) => {
        const text = (await (await cache.match(request, { ignoreVary: true }))?.text()) ?? ''
        return [request.url, text] as const
      }),
    )
  }
  const files: string[] = []
  const directory = await navigator.storage.getDirectory()
  // TypeScript's library does not iterate directories yet.
  for await (const name of (directory as unknown as { keys(): AsyncIterable<string> }).keys())
    files.push(name)
  const registration = await navigator.serviceWorker.getRegistration()
  return {
    local: Object.entries(localStorage),
    databases: await Promise.all(
      (await indexedDB.databases()).map(
        async ({ name = '' }) => [name, await rowsOf(name)] as const,
      ),
    ),
    caches: await Promise.all(
      (await caches.keys()).map(async (name) => [name, await repliesOf(name)] as const),
    ),
    files,
    notices: ((await registration?.getNotifications()) ?? []).map(({ title, body }) => [
      title,
      body,
    ]),
  }
}

/**
 * Under names the app uses and an unknown name. The page keeps its database open, closes it on request, and writes to it and to
 * local storage all the time.
 */
export const leaveTraces = (page: Page, marker: string): Promise<void> =>
  page.evaluate(async (marker) => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(`fieldbook.queries.${marker}.org`, marker)
      storage.setItem('stray', marker)
    }
    document.cookie = `stray=${marker}; path=/`
    const cache = await caches.open(`fieldbook-data-${marker}-org`)
    await cache.put('/api/records', new Response(marker))
    const file = await (
      await navigator.storage.getDirectory()
    ).getFileHandle(marker, { create: true })
    const writable = await file.createWritable()
    await writable.write(marker)
    await writable.close()
    const registration = await navigator.serviceWorker.ready
    await registration.showNotification(marker)
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name, 1)
        request.onupgradeneeded = () => request.result.createObjectStore('searches')
        request.onsuccess = () => resolve(request.result)
      })
    const [own, stray] = await Promise.all([open(`fieldbook-${marker}-org`), open('stray')])
    for (const db of [own, stray]) {
      db.transaction('searches', 'readwrite').objectStore('searches').put({ name: marker }, 1)
      db.onversionchange = () => db.close()
    }
    // Like a persister, a poller or a late reply: it ignores the sign-out.
    setInterval(() => {
      localStorage.setItem(`fieldbook.queries.${marker}.late`, marker)
      document.cookie = `late=${marker}; path=/`
      indexedDB.open(`fieldbook-${marker}-late`)
    }, 5)
  }, marker)
