import { describe, expect, it } from 'vitest'
import {
  dropFile,
  cacheFile,
  readCachedFile,
  sharedCache,
  type Caches,
} from '../../src/offline/file-cache.ts'
import { receiveShared, shareTarget } from '../../sw/shared-file.ts'
import { memoryCache } from '../kit/device/memory-cache.ts'

const origin = 'https://app.fieldbook.example'

const cachesInMemory = (): Caches => {
  const opened = new Map<string, Cache>()
  return {
    open: async (name) => {
      const cache = opened.get(name) ?? memoryCache()
      opened.set(name, cache)
      return cache
    },
    delete: async (name) => opened.delete(name),
  }
}

const shared = (...files: File[]): Request => {
  const body = new FormData()
  for (const file of files) body.append('file', file)
  return new Request(`${origin}${shareTarget}`, { method: 'POST', body })
}

const leads = new File(['name,abn\nKauri Ōtaki,1\n'], 'Führung – leads.csv', { type: 'text/csv' })

describe('a file that the system shares with the app', () => {
  it('is stored whole under its own name, and its id reaches the upload screen', async () => {
    const caches = cachesInMemory()
    const answer = await receiveShared(shared(leads), caches, 'one')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${origin}${shareTarget}?shared=one`)
    const file = await readCachedFile(caches, sharedCache, 'one')
    expect([file?.name, file?.type, await file?.text()]).toEqual([
      'Führung – leads.csv',
      'text/csv',
      await leads.text(),
    ])
  })

  it('replaces an earlier file that was not picked up', async () => {
    const caches = cachesInMemory()
    await receiveShared(shared(leads), caches, 'one')
    await receiveShared(shared(leads), caches, 'two')
    expect(await readCachedFile(caches, sharedCache, 'one')).toBeNull()
    expect(await readCachedFile(caches, sharedCache, 'two')).not.toBeNull()
  })

  it('is deleted once the screen has picked it up', async () => {
    const caches = cachesInMemory()
    await receiveShared(shared(leads), caches, 'one')
    await dropFile(caches, sharedCache, 'one')
    expect(await readCachedFile(caches, sharedCache, 'one')).toBeNull()
  })

  it('without a file opens quick search with the host of the page, wherever its address is', async () => {
    const to = async (parts: Record<string, string>): Promise<string | null> => {
      const body = new FormData()
      for (const [name, value] of Object.entries(parts)) body.append(name, value)
      const request = new Request(`${origin}${shareTarget}`, { method: 'POST', body })
      return (await receiveShared(request, cachesInMemory())).headers.get('location')
    }
    const found = `${origin}/dashboard?find=kauri.example`
    expect(await to({ url: 'https://www.kauri.example/about?x=1' })).toBe(found)
    expect(await to({ title: 'Kauri', text: 'Look: https://kauri.example/team' })).toBe(found)
    expect(await to({ text: 'no address' })).toBe(`${origin}${shareTarget}?shared=nothing`)
  })

  it('opens the upload screen even if it is missing or does not fit, so that the screen can say so', async () => {
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

it('files with the same id in different caches stay separate', async () => {
  const caches = cachesInMemory()
  await cacheFile(caches, 'fieldbook-data-user_1-org_1', 'one', leads)
  expect(await readCachedFile(caches, 'fieldbook-data-user_2-org_1', 'one')).toBeNull()
})
