import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../src/lib/query.ts'
import {
  restoreQueries,
  dropPersistedQueries,
  persistQueries,
  storageKey,
} from '../../../src/lib/query-storage.ts'

const alex = { userId: 'user_a', orgId: 'org_1' }
const sam = { userId: 'user_b', orgId: 'org_1' }
const alexElsewhere = { userId: 'user_a', orgId: 'org_2' }

const persist = (owner: typeof alex, fill: Record<string, unknown>): void => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const stop = persistQueries(client, owner)
  for (const [key, value] of Object.entries(fill)) client.setQueryData([key], value)
  vi.advanceTimersByTime(5_000)
  stop()
  client.clear()
  vi.useRealTimers()
}

const restore = (owner: typeof alex) => {
  const client = createQueryClient()
  restoreQueries(client, owner)
  return client
}

beforeEach(() => localStorage.clear())

describe('the persisted query cache', () => {
  it('is restored for the same user in the same organisation', () => {
    persist(alex, { filters: ['industry'] })
    expect(restore(alex).getQueryData(['filters'])).toEqual(['industry'])
  })

  it('is invalidated when it is restored', () => {
    persist(alex, { configs: { posthog: true } })
    expect(restore(alex).getQueryState(['configs'])?.isInvalidated).toBe(true)
  })

  it('survives a failed refetch, so that a second start offline has it too', async () => {
    persist(alex, { subscription: 'trialing' })
    vi.useFakeTimers()
    const client = restore(alex)
    const stop = persistQueries(client, alex)
    const lost = (): Promise<never> => Promise.reject(new Error('no network'))
    await client
      .fetchQuery({ queryKey: ['subscription'], queryFn: lost, retry: false, staleTime: 0 })
      .catch(() => {})
    expect(client.getQueryState(['subscription'])?.status).toBe('error')
    await vi.advanceTimersByTimeAsync(5_000)
    stop()
    vi.useRealTimers()
    const again = restore(alex)
    expect(again.getQueryState(['subscription'])).toMatchObject({
      data: 'trialing',
      status: 'success',
      isInvalidated: true,
    })
  })

  it('contains only what the app needs to start', () => {
    persist(alex, { filters: [], records: ['a person'], options: ['Mining'] })
    const text = localStorage.getItem(storageKey('user_a', 'org_1')) ?? ''
    expect(text).toContain('filters')
    expect(text).not.toContain('a person')
    expect(text).not.toContain('Mining')
  })

  it('is never read for another user, or for the same user in another organisation', () => {
    persist(alex, { customer: 'of org 1' })
    const read = vi.spyOn(Storage.prototype, 'getItem')
    expect(restore(sam).getQueryData(['customer'])).toBeUndefined()
    expect(restore(alexElsewhere).getQueryData(['customer'])).toBeUndefined()
    expect(read.mock.calls.map(([key]) => key)).not.toContain(storageKey('user_a', 'org_1'))
    read.mockRestore()
  })

  it('never exceeds 50,000 characters, and evicts the oldest query', () => {
    persist(alex, { configs: 'x'.repeat(30_000), filters: 'y'.repeat(30_000) })
    const text = localStorage.getItem(storageKey('user_a', 'org_1')) ?? ''
    expect(text.length).toBeGreaterThan(30_000)
    expect(text.length).toBeLessThanOrEqual(50_000)
  })

  it('is deleted for all users at sign-out, and nothing else is', () => {
    persist(alex, { filters: [] })
    persist(sam, { filters: [] })
    localStorage.setItem('fieldbook.ui', '{}')
    dropPersistedQueries()
    expect(Object.keys(localStorage)).toEqual(['fieldbook.ui'])
  })

  it('is ignored if it is damaged', () => {
    persist(alex, { filters: [] })
    for (const text of [
      '{',
      '[]',
      '{"timestamp":1}',
      '{"timestamp":9e15,"buster":"2","clientState":7}',
    ]) {
      localStorage.setItem(storageKey('user_a', 'org_1'), text)
      expect(restore(alex).getQueryData(['filters'])).toBeUndefined()
    }
  })

  it('is not written after it stopped, not even with pending changes', () => {
    vi.useFakeTimers()
    const client = createQueryClient()
    const stop = persistQueries(client, alex)
    client.setQueryData(['filters'], [])
    stop()
    vi.advanceTimersByTime(5_000)
    expect(localStorage.length).toBe(0)
    vi.useRealTimers()
  })
})
