import { expect, it } from 'vitest'
import { takeAway } from '../../sw/kill-switch.ts'

/** A device with a worker; `served` are the pages it answers for. */
const device = (served: string[], leaves: (url: string) => boolean = () => true) => {
  const did: string[] = []
  const caches = new Set(['workbox-precache-v2-https://app.fieldbook.example/', 'anything'])
  const pages = served.map((url) => ({
    url,
    navigate: async () => {
      if (!leaves(url)) throw new TypeError('gone')
      did.push(`reloads ${url}`)
    },
  }))
  const worker = {
    caches: { keys: async () => [...caches], delete: async (name: string) => caches.delete(name) },
    registration: {
      unregister: async () => {
        did.push(`leaves with ${caches.size} caches`)
        return true
      },
    },
    clients: { matchAll: async () => pages as never },
  }
  return { worker, did }
}

it('A worker that is switched off deletes its caches, leaves, and reloads the pages it served', async () => {
  const { worker, did } = device(['/dashboard', '/sign-in'])
  await takeAway(worker)
  expect(did).toEqual(['leaves with 0 caches', 'reloads /dashboard', 'reloads /sign-in'])
})

it('It leaves although a cache cannot be deleted and a page is gone', async () => {
  const { worker, did } = device(['/dashboard', '/sign-in'], (url) => url === '/sign-in')
  worker.caches.delete = () => Promise.reject(new Error('refused'))
  await takeAway(worker)
  expect(did).toEqual(['leaves with 2 caches', 'reloads /sign-in'])
})
