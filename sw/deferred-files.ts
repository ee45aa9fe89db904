import { inParallel, type Patience } from './install.ts'

/**
 * Whether a file is cached only once the worker is active: the screens of clerk-js (235 KB) are
 * needed for signing in and account changes, and a device that waits for them has no worker for 8
 * s longer on a slow line.
 */
export const isDeferred = (url: string): boolean => /\/clerk-js\/[^/]+\/[^/]*_[^/]*\.js$/.test(url)

/** Caches those of `urls` that are missing, with retries; stored files stay when others fail. */
export const cacheDeferred = async (
  urls: readonly string[],
  cache: Cache,
  fetch: (url: string) => Promise<Response>,
  patience: Patience,
): Promise<void> => {
  const cacheFile = async (url: string): Promise<void> => {
    if ((await cache.match(url, { ignoreVary: true })) !== undefined) return
    const response = await fetch(url)
    if (response.status !== 200) throw new Error(`${url} was answered with ${response.status}`)
    await cache.put(url, response)
  }
  await inParallel(urls, cacheFile, patience)
}
