import { retryForever } from '../lib/retry.ts'

const key = 'fieldbook.reloaded-for-code'
const quietMs = 60_000
/** Counted together with the reloads of the page's first script (index.html). */
const lossKey = 'fieldbook.reloaded-for-loss'
const maxReloads = 5

/** Whether loading a chunk failed; browsers phrase it differently. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|module script failed/i.test(error.message)

/**
 * Handles a missing chunk. Where a newer version replaced it, reloads the page into that version: only where the server really has
 * another one, since otherwise a reload brings the same page back, and not twice within a minute.
 * Without a worker the connection may have lost it. Chromium does not fetch a module again that failed (whatwg/html 6768), so a page
 * that the user has not touched yet is reloaded once the server answers, at most five times in a tab.
 */
export const reloadOnChunkLoadError = (
  page: Window = window,
  reload: () => void = () => page.location.reload(),
  store: Pick<CacheStorage, 'keys' | 'open'> | undefined = page.caches,
): void => {
  let looking = false
  const hasWorker = (): boolean => Boolean(page.navigator.serviceWorker?.controller)
  const look = async (): Promise<void> => {
    const last = Number(page.sessionStorage.getItem(key) ?? 0)
    const isNewer = Date.now() - last > quietMs && (await forgetOldPage(page, store))
    if (isNewer) {
      page.sessionStorage.setItem(key, String(Date.now()))
      reload()
    }
    if (isNewer || hasWorker() || page.navigator.userActivation?.hasBeenActive) return
    const reloads = Number(page.sessionStorage.getItem(lossKey) ?? 0)
    // The page of a hotel's network says no build.
    if (reloads < maxReloads && (await servedBuild(page)) === buildOf(page.document)) {
      page.sessionStorage.setItem(lossKey, String(reloads + 1))
      reload()
    }
  }
  page.addEventListener('vite:preloadError', () => {
    if (looking) return
    looking = true
    const looked = hasWorker()
      ? look().catch(() => undefined)
      : retryForever(look, { maxMs: 16_000 })
    void looked.finally(() => {
      looking = false
    })
  })
}

const buildOf = (document: Document): string | null =>
  document.querySelector('meta[name=build]')?.getAttribute('content') ?? null

/** The worker answers navigations, not fetches, so this is the server's. */
const servedBuild = async (page: Window): Promise<string | null> => {
  const reply = await page.fetch('/sign-in', { cache: 'no-store', credentials: 'omit' })
  return /<meta name="build" content="([^"]*)">/.exec(await reply.text())?.[1] ?? null
}

/** A reload then opens the server's build instead of the worker's. */
export const forgetOldPage = async (
  page: Window = window,
  store: Pick<CacheStorage, 'keys' | 'open'> | undefined = page.caches,
): Promise<boolean> => {
  const own = buildOf(page.document)
  const theirs = await servedBuild(page)
  if (own === null || theirs === null || theirs === own) return false
  if (store) await forgetPage(store, own)
  return true
}

/** Only this build's; pages of newer workers stay. */
const forgetPage = async (store: Pick<CacheStorage, 'keys' | 'open'>, build: string) => {
  const address = `/index.html?__WB_REVISION__=${build}`
  for (const name of await store.keys()) await (await store.open(name)).delete(address)
}
