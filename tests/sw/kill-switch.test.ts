import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeWorker } from '../../sw/kill-switch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Whether a page is still open, and whether it says that it reloads itself. */
type Served = { leaves?: (url: string) => boolean; goes?: (url: string) => boolean }

const device = (served: string[], { leaves = () => true, goes = () => false }: Served = {}) => {
  const did: string[] = []
  const caches = new Set(['workbox-precache-v2-https://app.fieldbook.example/', 'anything'])
  const pages = served.map((url) => ({
    url,
    postMessage: (_: unknown, [port]: MessagePort[]) => {
      if (goes(url)) port?.postMessage('goes')
    },
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
  const takesAway = async () => {
    const removal = removeWorker(worker)
    await vi.advanceTimersByTimeAsync(1_000)
    await removal
  }
  return { worker, did, takesAway }
}

it('A switched-off worker deletes its caches, unregisters, and reloads the pages that it served', async () => {
  const { did, takesAway } = device(['/dashboard', '/sign-in'])
  await takesAway()
  expect(did).toEqual(['leaves with 0 caches', 'reloads /dashboard', 'reloads /sign-in'])
})

it('A switched-off worker unregisters although a cache cannot be deleted and a page has closed', async () => {
  const { worker, did, takesAway } = device(['/dashboard', '/sign-in'], {
    leaves: (url) => url === '/sign-in',
  })
  worker.caches.delete = () => Promise.reject(new Error('refused'))
  await takesAway()
  expect(did).toEqual(['leaves with 2 caches', 'reloads /sign-in'])
})

it('A switched-off worker does not reload a page that says it reloads itself', async () => {
  const { did, takesAway } = device(['/dashboard', '/record'], { goes: (url) => url === '/record' })
  await takesAway()
  expect(did).toEqual(['leaves with 0 caches', 'reloads /dashboard'])
})
