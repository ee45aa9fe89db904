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

test('an install gets everything although each file fails three times', async () => {
  const { work, fetched } = flaky(() => 3)
  await inParallel(urls, work, patience)
  expect(fetched.size).toBe(30)
})

test('a file that fails for good fails the install, after its tries and after all the others were fetched', async () => {
  const { work, tried, fetched } = flaky((url) => (url === '/assets/3.js' ? Infinity : 0))
  await expect(inParallel(urls, work, patience)).rejects.toThrow('lost /assets/3.js')
  expect(tried.get('/assets/3.js')).toBe(4)
  expect(fetched.size).toBe(29)
})

test('no more than six are under way at once, and each is fetched once when nothing fails', async () => {
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

test('it waits before every further try and not before the first', async () => {
  const waits: number[] = []
  const { work } = flaky(() => 2)
  const pause = async (attempt: number) => void waits.push(attempt)
  await inParallel(['/a.js'], work, { ...patience, pause })
  expect(waits).toEqual([2, 3])
})

test('a failure without a reason still fails the install', async () => {
  await expect(inParallel(['/a.js'], () => Promise.reject(), patience)).rejects.toBeUndefined()
})
