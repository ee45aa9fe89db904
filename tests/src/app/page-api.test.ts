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

it('a short 503 leaves the screen; maintenance opens its own, and offline lists stay a press away', async () => {
  const problem = { type: 'about:blank', title: 'Away', detail: '', instance: '/', requestId: 'r1' }
  const answer = (code: string, headers: Record<string, string>): Response =>
    Response.json({ ...problem, status: 503, code }, { status: 503, headers })
  let next = answer('unavailable', { 'retry-after': '5' })
  const api = pageApi('test', { session: signedInSession({}), send: async () => next })
  const ask = (): Promise<unknown> => api.configs({}).catch((error: unknown) => error)
  history.replaceState(null, '', '/dashboard/list?id=1')
  await ask()
  expect(location.pathname).toBe('/dashboard/list')
  next = answer('maintenance', { 'maintenance-until': '' })
  await ask()
  expect(location.pathname + location.search).toBe(
    `/maintenance?from=${encodeURIComponent('/dashboard/list?id=1')}`,
  )
  history.replaceState(null, '', '/dashboard/list?kind=offline')
  await ask()
  expect(location.pathname).toBe('/dashboard/list')
  next = Response.json({ configs: {} })
  await ask()
})
