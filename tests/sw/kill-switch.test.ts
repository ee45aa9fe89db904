import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeAway } from '../../sw/kill-switch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Whether a page is still there, and whether it says that it goes by itself. */
type Served = { leaves?: (url: string) => boolean; goes?: (url: string) => boolean }

/** A device with a worker; `served` are the pages it answers for. */
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
    const gone = takeAway(worker)
    await vi.advanceTimersByTimeAsync(1_000)
    await gone
  }
  return { worker, did, takesAway }
}

it('A worker that is switched off deletes its caches, leaves, and reloads the pages it served', async () => {
  const { did, takesAway } = device(['/dashboard', '/sign-in'])
  await takesAway()
  expect(did).toEqual(['leaves with 0 caches', 'reloads /dashboard', 'reloads /sign-in'])
})

it('It leaves although a cache cannot be deleted and a page is gone', async () => {
  const { worker, did, takesAway } = device(['/dashboard', '/sign-in'], {
    leaves: (url) => url === '/sign-in',
  })
  worker.caches.delete = () => Promise.reject(new Error('refused'))
  await takesAway()
  expect(did).toEqual(['leaves with 2 caches', 'reloads /sign-in'])
})

it('A page that says it goes by itself, once nothing is half written in it, is left to do so', async () => {
  const { did, takesAway } = device(['/dashboard', '/record'], { goes: (url) => url === '/record' })
  await takesAway()
  expect(did).toEqual(['leaves with 0 caches', 'reloads /dashboard'])
})
