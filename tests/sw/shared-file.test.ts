import { describe, expect, it } from 'vitest'
import {
  dropFile,
  keepFile,
  keptFile,
  sharedCache,
  type Caches,
} from '../../src/offline/kept-files.ts'
import { receiveShared, shareTarget } from '../../sw/shared-file.ts'
import { memoryCache } from '../kit/device/memory-cache.ts'

const origin = 'https://app.fieldbook.example'

const cachesInMemory = (): Caches => {
  const held = new Map<string, Cache>()
  return {
    open: async (name) => {
      const cache = held.get(name) ?? memoryCache()
      held.set(name, cache)
      return cache
    },
    delete: async (name) => held.delete(name),
  }
}

const shared = (...files: File[]): Request => {
  const body = new FormData()
  for (const file of files) body.append('file', file)
  return new Request(`${origin}${shareTarget}`, { method: 'POST', body })
}

const leads = new File(['name,abn\nKauri Ōtaki,1\n'], 'Führung – leads.csv', { type: 'text/csv' })

describe('a file that the system shares with the app', () => {
  it('is kept whole, under its own name, and the upload screen is told which it is', async () => {
    const caches = cachesInMemory()
    const answer = await receiveShared(shared(leads), caches, 'one')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${origin}${shareTarget}?shared=one`)
    const kept = await keptFile(caches, sharedCache, 'one')
    expect([kept?.name, kept?.type, await kept?.text()]).toEqual([
      'Führung – leads.csv',
      'text/csv',
      await leads.text(),
    ])
  })

  it('takes the place of one that nobody fetched', async () => {
    const caches = cachesInMemory()
    await receiveShared(shared(leads), caches, 'one')
    await receiveShared(shared(leads), caches, 'two')
    expect(await keptFile(caches, sharedCache, 'one')).toBeNull()
    expect(await keptFile(caches, sharedCache, 'two')).not.toBeNull()
  })

  it('is gone once the screen has taken it', async () => {
    const caches = cachesInMemory()
    await receiveShared(shared(leads), caches, 'one')
    await dropFile(caches, sharedCache, 'one')
    expect(await keptFile(caches, sharedCache, 'one')).toBeNull()
  })

  it('that did not come, or found no room, leads to the screen all the same, which can say so', async () => {
    const empty = await receiveShared(shared(), cachesInMemory())
    expect(empty.headers.get('location')).toBe(`${origin}${shareTarget}?shared=nothing`)
    const full: Caches = {
      open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
      delete: async () => true,
    }
    const lost = await receiveShared(shared(leads), full)
    expect([lost.status, lost.headers.get('location')]).toEqual([
      303,
      `${origin}${shareTarget}?shared=nothing`,
    ])
  })
})

it('files with the same id in different caches do not meet', async () => {
  const caches = cachesInMemory()
  await keepFile(caches, 'fieldbook-data-user_1-org_1', 'one', leads)
  expect(await keptFile(caches, 'fieldbook-data-user_2-org_1', 'one')).toBeNull()
})
