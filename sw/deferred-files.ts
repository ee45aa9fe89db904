import { inParallel, type RetryLimits } from './install.ts'

/** The screens of clerk-js (235 KB) wait until the worker is active: on a slow line they would delay it by 8 s. */
export const isDeferred = (url: string): boolean => /\/clerk-js\/[^/]+\/[^/]*_[^/]*\.js$/.test(url)

/** Retries; stored files stay when others fail. */
export const cacheDeferred = async (
  urls: readonly string[],
  cache: Cache,
  fetch: (url: string) => Promise<Response>,
  patience: RetryLimits,
): Promise<void> => {
  const cacheFile = async (url: string): Promise<void> => {
    if ((await cache.match(url, { ignoreVary: true })) !== undefined) return
    const response = await fetch(url)
    if (response.status !== 200) throw new Error(`${url} was answered with ${response.status}`)
    await cache.put(url, response)
  }
  await inParallel(urls, cacheFile, patience)
}
