import type { BrowserContext, Page } from '@playwright/test'
import type { StoreKind } from '../../../src/offline/device-stores.ts'

/** What a browser keeps for one origin: names by kind, and all of it as one text. */
export type Kept = { names: Record<StoreKind, string[]>; text: string; notices: number }

/** Reads every store of the origin, from a page of it on which the app does not run. Session storage is that of `tabs`. */
export const readKept = async (context: BrowserContext, tabs: Page[] = []): Promise<Kept> => {
  const page = await context.newPage()
  await page.goto('/health')
  const kept = await page.evaluate(readStores)
  await page.close()
  const sessions = await Promise.all(
    tabs.map((tab) => tab.evaluate(() => Object.entries(sessionStorage))),
  )
  const cookies = await context.cookies()
  return {
    names: {
      'local storage': kept.local.map(([name]) => name),
      'session storage': sessions.flatMap((session) => session.map(([name]) => name)),
      database: kept.databases.map(([name]) => name),
      cache: kept.caches.map(([name]) => name),
      cookie: cookies.filter(({ httpOnly }) => !httpOnly).map(({ name }) => name),
      file: kept.files,
    },
    text: JSON.stringify({ ...kept, sessions, cookies }),
    notices: kept.notices.length,
  }
}

/** In the browser. */
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
 * Puts a word into every kind of store, under names the app uses and one it does not, as somebody's work would be there. The page
 * holds its database open, lets it go when it is told to, and writes into it and into local storage all the time.
 */
export const leaveTraces = (page: Page, word: string): Promise<void> =>
  page.evaluate(async (word) => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(`fieldbook.queries.${word}.org`, word)
      storage.setItem('stray', word)
    }
    document.cookie = `stray=${word}; path=/`
    const cache = await caches.open(`fieldbook-data-${word}-org`)
    await cache.put('/api/records', new Response(word))
    const file = await (
      await navigator.storage.getDirectory()
    ).getFileHandle(word, { create: true })
    const writable = await file.createWritable()
    await writable.write(word)
    await writable.close()
    const registration = await navigator.serviceWorker.ready
    await registration.showNotification(word)
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name, 1)
        request.onupgradeneeded = () => request.result.createObjectStore('searches')
        request.onsuccess = () => resolve(request.result)
      })
    const [own, stray] = await Promise.all([open(`fieldbook-${word}-org`), open('stray')])
    for (const db of [own, stray]) {
      db.transaction('searches', 'readwrite').objectStore('searches').put({ name: word }, 1)
      db.onversionchange = () => db.close()
    }
    // As a persister, a poller or a reply on its way would: it knows nothing of anybody leaving.
    setInterval(() => {
      localStorage.setItem(`fieldbook.queries.${word}.late`, word)
      document.cookie = `late=${word}; path=/`
      indexedDB.open(`fieldbook-${word}-late`)
    }, 5)
  }, word)
