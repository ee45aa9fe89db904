import { inParallel, type Patience } from './install.ts'

/**
 * Whether a file is kept once the worker is active, and not before: the screens of clerk-js (235 KB) are needed when somebody signs in
 * or changes their account, and a device that waits for them has 8 s longer no worker on a slow line.
 */
export const isForLater = (url: string): boolean => /\/clerk-js\/[^/]+\/[^/]*_[^/]*\.js$/.test(url)

/** Fetches what the cache lacks of `urls`, each with its tries; what arrived stays when others fail, and the next time there is less to do. */
export const keepLater = async (
  urls: readonly string[],
  cache: Cache,
  fetch: (url: string) => Promise<Response>,
  patience: Patience,
): Promise<void> => {
  const keep = async (url: string): Promise<void> => {
    if ((await cache.match(url, { ignoreVary: true })) !== undefined) return
    const response = await fetch(url)
    if (response.status !== 200) throw new Error(`${url} was answered with ${response.status}`)
    await cache.put(url, response)
  }
  await inParallel(urls, keep, patience)
}
