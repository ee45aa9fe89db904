import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../src/lib/query.ts'
import {
  bringBackQueries,
  dropKeptQueries,
  keepQueries,
  storageKey,
} from '../../../src/lib/query-storage.ts'

const alex = { userId: 'user_a', orgId: 'org_1' }
const sam = { userId: 'user_b', orgId: 'org_1' }
const alexElsewhere = { userId: 'user_a', orgId: 'org_2' }

const keep = (who: typeof alex, fill: Record<string, unknown>): void => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const stop = keepQueries(client, who)
  for (const [key, value] of Object.entries(fill)) client.setQueryData([key], value)
  vi.advanceTimersByTime(5_000)
  stop()
  client.clear()
  vi.useRealTimers()
}

const restored = (who: typeof alex) => {
  const client = createQueryClient()
  bringBackQueries(client, who)
  return client
}

beforeEach(() => localStorage.clear())

describe('what is kept over a reload', () => {
  it('comes back for the same person in the same organisation', () => {
    keep(alex, { filters: ['industry'] })
    expect(restored(alex).getQueryData(['filters'])).toEqual(['industry'])
  })

  it('is asked for anew all the same', () => {
    keep(alex, { configs: { posthog: true } })
    expect(restored(alex).getQueryState(['configs'])?.isInvalidated).toBe(true)
  })

  it('stays when asking again fails: the second start without a network has it too', async () => {
    keep(alex, { subscription: 'trialing' })
    vi.useFakeTimers()
    const client = restored(alex)
    const stop = keepQueries(client, alex)
    const lost = (): Promise<never> => Promise.reject(new Error('no network'))
    await client
      .fetchQuery({ queryKey: ['subscription'], queryFn: lost, retry: false, staleTime: 0 })
      .catch(() => {})
    expect(client.getQueryState(['subscription'])?.status).toBe('error')
    await vi.advanceTimersByTimeAsync(5_000)
    stop()
    vi.useRealTimers()
    const again = restored(alex)
    expect(again.getQueryState(['subscription'])).toMatchObject({
      data: 'trialing',
      status: 'success',
      isInvalidated: true,
    })
  })

  it('is only what the app needs to start', () => {
    keep(alex, { filters: [], records: ['a person'], options: ['Mining'] })
    const text = localStorage.getItem(storageKey('user_a', 'org_1')) ?? ''
    expect(text).toContain('filters')
    expect(text).not.toContain('a person')
    expect(text).not.toContain('Mining')
  })

  it('is never read by someone else, nor by the same person in another organisation', () => {
    keep(alex, { customer: 'of org 1' })
    const read = vi.spyOn(Storage.prototype, 'getItem')
    expect(restored(sam).getQueryData(['customer'])).toBeUndefined()
    expect(restored(alexElsewhere).getQueryData(['customer'])).toBeUndefined()
    expect(read.mock.calls.map(([key]) => key)).not.toContain(storageKey('user_a', 'org_1'))
    read.mockRestore()
  })

  it('never grows beyond 50,000 characters: the oldest gives way', () => {
    keep(alex, { configs: 'x'.repeat(30_000), filters: 'y'.repeat(30_000) })
    const text = localStorage.getItem(storageKey('user_a', 'org_1')) ?? ''
    expect(text.length).toBeGreaterThan(30_000)
    expect(text.length).toBeLessThanOrEqual(50_000)
  })

  it('is gone for everyone after a sign-out, and nothing else is', () => {
    keep(alex, { filters: [] })
    keep(sam, { filters: [] })
    localStorage.setItem('fieldbook.ui', '{}')
    dropKeptQueries()
    expect(Object.keys(localStorage)).toEqual(['fieldbook.ui'])
  })

  it('is not read where it is damaged, and takes nothing else along', () => {
    keep(alex, { filters: [] })
    for (const text of [
      '{',
      '[]',
      '{"timestamp":1}',
      '{"timestamp":9e15,"buster":"2","clientState":7}',
    ]) {
      localStorage.setItem(storageKey('user_a', 'org_1'), text)
      expect(restored(alex).getQueryData(['filters'])).toBeUndefined()
    }
  })

  it('is written no more once it was stopped, not even what was on its way', () => {
    vi.useFakeTimers()
    const client = createQueryClient()
    const stop = keepQueries(client, alex)
    client.setQueryData(['filters'], [])
    stop()
    vi.advanceTimersByTime(5_000)
    expect(localStorage.length).toBe(0)
    vi.useRealTimers()
  })
})
