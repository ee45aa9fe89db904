import { expect, test } from 'vitest'
import { clerkJsPrecache } from '../../scripts/clerk-js-assets.ts'
import { isDeferred, cacheDeferred } from '../../sw/deferred-files.ts'
import { memoryCache } from '../kit/device/memory-cache.ts'

const patience = { parallel: 3, tries: 2, pause: async () => {} }
const origin = 'https://fieldbook.example'
const urls = Array.from({ length: 6 }, (_, index) => `${origin}/clerk-js/1/part_${index}.js`)
const listCachedUrls = async (cache: Cache): Promise<string[]> =>
  (await cache.keys()).map(({ url }) => url).toSorted()

test('the screens of clerk-js are deferred, and its core and the files of the app are not', () => {
  const now = clerkJsPrecache().filter((url) => !isDeferred(url))
  expect(now.map((url) => url.split('/').at(-1))).toEqual(['clerk.browser.js'])
  expect(clerkJsPrecache().length).toBeGreaterThan(10)
  expect(isDeferred('assets/rolldown_runtime-XKyaHtl9.js')).toBe(false)
})

test('a lost deferred file is retried, and the next run fetches only what is missing', async () => {
  const cache = memoryCache()
  const requested: string[] = []
  let lost = 2
  const unsteady = (url: string): Promise<Response> => {
    requested.push(url)
    if (url === urls[3] && (lost -= 1) >= 0) return Promise.reject(new TypeError('cut'))
    return Promise.resolve(new Response('code'))
  }
  await expect(cacheDeferred(urls, cache, unsteady, patience)).rejects.toThrow('cut')
  expect(await listCachedUrls(cache)).toEqual(urls.filter((url) => url !== urls[3]))
  requested.length = 0
  await cacheDeferred(urls, cache, unsteady, patience)
  expect(requested).toEqual([urls[3]])
  expect(await listCachedUrls(cache)).toEqual(urls)
})

test('an error response for a deferred file is not cached', async () => {
  const cache = memoryCache()
  const answerNotFound = async (): Promise<Response> => new Response('', { status: 404 })
  await expect(cacheDeferred(urls.slice(0, 1), cache, answerNotFound, patience)).rejects.toThrow(
    '404',
  )
  expect(await listCachedUrls(cache)).toEqual([])
})
