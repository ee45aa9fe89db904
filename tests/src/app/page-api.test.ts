import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageApi } from '../../../src/app/page-api.ts'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { signedInSession } from '../../kit/session/people.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  connectivity.online = true
})

it('a request without a token answers from the cache a second after the connection is lost', async () => {
  const cached = { success: true, total: 0, records: [] }
  vi.stubGlobal('caches', {
    match: async () => Response.json(cached, { headers: { 'fieldbook-cached': '1' } }),
  })
  const silent = signedInSession({ token: () => new Promise(() => {}) })
  const api = pageApi('test', { session: silent, send: () => Promise.reject(new Error('never')) })
  const levels = api.filterLevels({ identifier: 'industry', from: 0, size: 10 })
  await vi.advanceTimersByTimeAsync(400)
  connectivity.online = false
  await vi.advanceTimersByTimeAsync(1_100)
  await expect(Promise.race([levels, Promise.resolve('still waiting')])).resolves.toEqual(cached)
})

it('a request waits for its token while the server is reachable', async () => {
  const slow = signedInSession({
    token: () => new Promise((resolve) => setTimeout(() => resolve('late'), 3_000)),
  })
  const send = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ success: true })))
  const request = pageApi('test', { session: slow, send }).credits({})
  await vi.advanceTimersByTimeAsync(3_100)
  await request
  expect(send).toHaveBeenCalledOnce()
})
