import { cleanupOutdatedCaches, PrecacheController } from 'workbox-precaching'
import {
  asBytes,
  asScript,
  REVALIDATE_MS,
  cacheFirst,
  CATALOGUES,
  CLERK_JS,
  deleteOldCatalogues,
  orUnavailable,
  staleWhileRevalidate,
} from './caching.ts'
import { mapCache } from '../src/offline/file-cache.ts'
import { backoff, inParallel } from './install.ts'
import { isDeferred, cacheDeferred } from './deferred-files.ts'
import { handleSignOut } from './sign-out.ts'
import { handlePush } from './push.ts'
import { routeFor } from './routes.ts'
import { receiveShared } from './shared-file.ts'
import { isPageOf, refreshShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

const SHELL = '/index.html'
const PATIENCE = { parallel: 6, tries: 4, pause: backoff }
const ATTEMPT_MS = 60_000

// oxlint-disable-next-line no-underscore-dangle -- the name that workbox fills in
const named = self.__WB_MANIFEST.map((entry) =>
  typeof entry === 'string' ? { url: entry, revision: null } : entry,
)
const entries = named.filter(({ url }) => !isDeferred(url))
const deferred = named.filter(({ url }) => isDeferred(url)).map(({ url }) => url)
const build = entries.find((entry) => `/${entry.url}` === SHELL)?.revision ?? ''
const shellUrl = new URL(SHELL, self.location.origin).href

const precache = new PrecacheController({
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) => {
        const usable = request.url === shellUrl ? await isPageOf(build, response) : response.ok
        if (!usable) return null
        return routeFor(request, self.location.origin) === 'clerk-js' ? asBytes(response) : response
      },
    },
  ],
})
precache.addToCacheList(entries)
cleanupOutdatedCaches()

// Workbox's own install fetches one file at a time, which takes 33 s, and gives up at the first failure.
self.addEventListener('install', (event) => {
  const install = (url: string) => {
    const cacheKey = precache.getCacheKeyForURL(url) ?? url
    const request = new Request(url, {
      // The page of this build may be in the HTTP cache already, fetched for the previous worker.
      cache: cacheKey === url ? 'default' : 'no-cache',
      credentials: 'same-origin',
      priority: 'low',
      signal: AbortSignal.timeout(ATTEMPT_MS),
    })
    return Promise.all(precache.strategy.handleAll({ params: { cacheKey }, request, event }))
  }
  event.waitUntil(inParallel(precache.getCachedURLs(), install, PATIENCE))
})

self.addEventListener('activate', (event) => {
  void precache.activate(event)
  event.waitUntil(Promise.all([deleteOtherClerkVersions(), deleteOldCatalogues(caches)]))
})

// A new version waits for the user: taking over under an open page would remove that page's files.
self.addEventListener('message', (event) => {
  const message: unknown = event.data
  const type = typeof message === 'object' && message !== null && 'type' in message && message.type
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  // Every page sends this when it starts and when it reconnects, to retry failed files.
  if (type === 'KEEP_REST') event.waitUntil(cacheRest())
})

handleSignOut(self)
handlePush(self)

self.addEventListener('fetch', (event) => {
  const { request } = event
  switch (routeFor(request, self.location.origin)) {
    case 'shared':
      return event.respondWith(receiveShared(request, caches))
    case 'shell':
      return event.respondWith(shell(event))
    case 'file':
      if (precache.getCacheKeyForURL(request.url) === undefined) return
      return event.respondWith(precached(request))
    case 'map':
      return event.respondWith(mapFile(request))
    case 'clerk-js':
      return event.respondWith(clerkJs(request))
    case 'catalogue':
      return event.respondWith(catalogue(event))
    case 'identity':
      return event.respondWith(orUnavailable(request, fetch))
    case 'network':
  }
})

async function shell(event: FetchEvent): Promise<Response> {
  const known = await precache.matchPrecache(SHELL)
  if (known === undefined) return fetch(event.request)
  event.waitUntil(renewShell().catch(() => undefined))
  return known
}

async function renewShell(): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName)
  const key = precache.getCacheKeyForURL(SHELL) ?? SHELL
  const signal = AbortSignal.timeout(REVALIDATE_MS)
  await refreshShell(SHELL, key, build, cache, (url) => fetch(url, { cache: 'no-cache', signal }))
}

async function precached(request: Request): Promise<Response> {
  return (await precache.matchPrecache(request)) ?? fetch(request)
}

async function mapFile(request: Request): Promise<Response> {
  return (
    (await caches.match(request.url, { cacheName: mapCache, ignoreVary: true })) ?? fetch(request)
  )
}

async function clerkJs(request: Request): Promise<Response> {
  const known = await precache.matchPrecache(request)
  return known ? asScript(known) : cacheFirst(request, await caches.open(CLERK_JS), fetch)
}

async function catalogue(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CATALOGUES)
  return staleWhileRevalidate(event.request, cache, fetch, (work) => event.waitUntil(work))
}

let caching: Promise<void> | null = null

function cacheRest(): Promise<void> {
  caching ??= caches
    .open(CLERK_JS)
    .then((cache) => cacheDeferred(deferred, cache, fetchLowPriority, { ...PATIENCE, parallel: 3 }))
    .catch(() => undefined)
    .finally(() => (caching = null))
  return caching
}

const fetchLowPriority = (url: string): Promise<Response> =>
  fetch(url, { priority: 'low', signal: AbortSignal.timeout(ATTEMPT_MS) })

async function deleteOtherClerkVersions(): Promise<void> {
  const cache = await caches.open(CLERK_JS)
  const folders = new Set(precache.getCachedURLs().map((url) => new URL('.', url).href))
  const keys = await cache.keys()
  await Promise.all(
    keys.filter((key) => !folders.has(new URL('.', key.url).href)).map((key) => cache.delete(key)),
  )
}
