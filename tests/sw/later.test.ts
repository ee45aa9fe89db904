import { expect, test } from 'vitest'
import { clerkJsPrecache } from '../../scripts/clerk-js-assets.ts'
import { isForLater, keepLater } from '../../sw/later.ts'
import { memoryCache } from '../kit/device/memory-cache.ts'

const patience = { parallel: 3, tries: 2, pause: async () => {} }
const origin = 'https://fieldbook.example'
const urls = Array.from({ length: 6 }, (_, index) => `${origin}/clerk-js/1/part_${index}.js`)
const keptIn = async (cache: Cache): Promise<string[]> =>
  (await cache.keys()).map(({ url }) => url).toSorted()

test('the screens of clerk-js wait for the worker, its core and the files of the app do not', () => {
  const now = clerkJsPrecache().filter((url) => !isForLater(url))
  expect(now.map((url) => url.split('/').at(-1))).toEqual(['clerk.browser.js'])
  expect(clerkJsPrecache().length).toBeGreaterThan(10)
  expect(isForLater('assets/rolldown_runtime-XKyaHtl9.js')).toBe(false)
})

test('what is lost on the way is tried again, and the next time only what is lacking is fetched', async () => {
  const cache = memoryCache()
  const asked: string[] = []
  let lost = 2
  const unsteady = (url: string): Promise<Response> => {
    asked.push(url)
    if (url === urls[3] && (lost -= 1) >= 0) return Promise.reject(new TypeError('cut'))
    return Promise.resolve(new Response('code'))
  }
  await expect(keepLater(urls, cache, unsteady, patience)).rejects.toThrow('cut')
  expect(await keptIn(cache)).toEqual(urls.filter((url) => url !== urls[3]))
  asked.length = 0
  await keepLater(urls, cache, unsteady, patience)
  expect(asked).toEqual([urls[3]])
  expect(await keptIn(cache)).toEqual(urls)
})

test('an answer that is not the file is not kept', async () => {
  const cache = memoryCache()
  const gone = async (): Promise<Response> => new Response('', { status: 404 })
  await expect(keepLater(urls.slice(0, 1), cache, gone, patience)).rejects.toThrow('404')
  expect(await keptIn(cache)).toEqual([])
})
