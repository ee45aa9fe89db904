import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageApi } from '../../../src/app/page-api.ts'
import { contact } from '../../../src/lib/contact.ts'
import { signedInSession } from '../../kit/session/people.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  contact.reached = true
})

it('shows what the worker kept a second after the line is found lost, although a token was waited for', async () => {
  const kept = { success: true, total: 0, records: [] }
  vi.stubGlobal('caches', {
    match: async () => Response.json(kept, { headers: { 'fieldbook-kept': '1' } }),
  })
  const silent = signedInSession({ token: () => new Promise(() => {}) })
  const api = pageApi('test', { session: silent, send: () => Promise.reject(new Error('never')) })
  const levels = api.filterLevels({ identifier: 'industry', from: 0, size: 10 })
  await vi.advanceTimersByTimeAsync(400)
  contact.reached = false
  await vi.advanceTimersByTimeAsync(1_100)
  await expect(Promise.race([levels, Promise.resolve('still waiting')])).resolves.toEqual(kept)
})

it('goes on waiting for a token while the server is reached', async () => {
  const slow = signedInSession({
    token: () => new Promise((resolve) => setTimeout(() => resolve('late'), 3_000)),
  })
  const send = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ success: true })))
  const asked = pageApi('test', { session: slow, send }).credits({})
  await vi.advanceTimersByTimeAsync(3_100)
  await asked
  expect(send).toHaveBeenCalledOnce()
})
