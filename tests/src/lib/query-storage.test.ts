import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../src/lib/query.ts'
import { dropKeptQueries, keepQueries, storageKey } from '../../../src/lib/query-storage.ts'

const alex = { userId: 'user_a', orgId: 'org_1' }
const sam = { userId: 'user_b', orgId: 'org_1' }
const alexElsewhere = { userId: 'user_a', orgId: 'org_2' }

const keep = async (who: typeof alex, fill: Record<string, unknown>): Promise<void> => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const stop = await keepQueries(client, who)
  for (const [key, value] of Object.entries(fill)) client.setQueryData([key], value)
  vi.advanceTimersByTime(5_000)
  stop()
  client.clear()
  vi.useRealTimers()
}

const restored = async (who: typeof alex) => {
  const client = createQueryClient()
  const stop = await keepQueries(client, who)
  stop()
  return client
}

beforeEach(() => localStorage.clear())

describe('what is kept over a reload', () => {
  it('comes back for the same person in the same organisation', async () => {
    await keep(alex, { filters: ['industry'] })
    expect((await restored(alex)).getQueryData(['filters'])).toEqual(['industry'])
  })

  it('is asked for anew all the same', async () => {
    await keep(alex, { configs: { posthog: true } })
    expect((await restored(alex)).getQueryState(['configs'])?.isInvalidated).toBe(true)
  })

  it('is only what the app needs to start', async () => {
    await keep(alex, { filters: [], records: ['a person'], options: ['Mining'] })
    const text = localStorage.getItem(storageKey('user_a', 'org_1')) ?? ''
    expect(text).toContain('filters')
    expect(text).not.toContain('a person')
    expect(text).not.toContain('Mining')
  })

  it('is never read by someone else, nor by the same person in another organisation', async () => {
    await keep(alex, { customer: 'of org 1' })
    const read = vi.spyOn(Storage.prototype, 'getItem')
    expect((await restored(sam)).getQueryData(['customer'])).toBeUndefined()
    expect((await restored(alexElsewhere)).getQueryData(['customer'])).toBeUndefined()
    expect(read.mock.calls.map(([key]) => key)).not.toContain(storageKey('user_a', 'org_1'))
    read.mockRestore()
  })

  it('never grows beyond 300,000 characters: the oldest gives way', async () => {
    await keep(alex, { configs: 'x'.repeat(290_000), filters: 'y'.repeat(290_000) })
    const text = localStorage.getItem(storageKey('user_a', 'org_1')) ?? ''
    expect(text.length).toBeGreaterThan(0)
    expect(text.length).toBeLessThanOrEqual(300_000)
  })

  it('is gone for everyone after a sign-out, and nothing else is', async () => {
    await keep(alex, { filters: [] })
    await keep(sam, { filters: [] })
    localStorage.setItem('fieldbook.ui', '{}')
    dropKeptQueries()
    expect(Object.keys(localStorage)).toEqual(['fieldbook.ui'])
  })
})
