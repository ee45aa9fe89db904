import { expect, test } from 'vitest'
import { inParallel } from '../../sw/install.ts'

const patience = { parallel: 6, tries: 4, pause: async () => {} }
const urls = Array.from({ length: 30 }, (_, index) => `/assets/${index}.js`)

const flaky = (failures: (url: string) => number) => {
  const tried = new Map<string, number>()
  const fetched = new Set<string>()
  const work = async (url: string) => {
    const count = (tried.get(url) ?? 0) + 1
    tried.set(url, count)
    await Promise.resolve()
    if (count <= failures(url)) throw new Error(`lost ${url}`)
    fetched.add(url)
  }
  return { work, tried, fetched }
}

test('an install completes although each file fails three times', async () => {
  const { work, fetched } = flaky(() => 3)
  await inParallel(urls, work, patience)
  expect(fetched.size).toBe(30)
})

test('an install fails with a permanent failure, after all retries and after all other files', async () => {
  const { work, tried, fetched } = flaky((url) => (url === '/assets/3.js' ? Infinity : 0))
  await expect(inParallel(urls, work, patience)).rejects.toThrow('lost /assets/3.js')
  expect(tried.get('/assets/3.js')).toBe(4)
  expect(fetched.size).toBe(29)
})

test('an install fetches at most six files at once, and each file once', async () => {
  let now = 0
  let most = 0
  const seen: string[] = []
  await inParallel(
    urls,
    async (url) => {
      now += 1
      most = Math.max(most, now)
      seen.push(url)
      await Promise.resolve()
      now -= 1
    },
    patience,
  )
  expect(most).toBe(6)
  expect(seen.toSorted()).toEqual(urls.toSorted())
})

test('an install waits before every retry, and not before the first attempt', async () => {
  const waits: number[] = []
  const { work } = flaky(() => 2)
  const pause = async (attempt: number) => void waits.push(attempt)
  await inParallel(['/a.js'], work, { ...patience, pause })
  expect(waits).toEqual([2, 3])
})

test('an install fails after a failure without a reason', async () => {
  await expect(inParallel(['/a.js'], () => Promise.reject(), patience)).rejects.toBeUndefined()
})
