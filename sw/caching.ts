/** The names of the caches we fill beside the precache; a new shape of what they hold gets a new name. */
export const CATALOGUES = 'fieldbook-catalogues-v2'
export const CLERK_JS = 'fieldbook-clerk-js-v1'

/** What is renewed behind a kept answer is given up after this: a newer worker takes over only once the older has nothing under way. */
export const BEHIND_MS = 60_000

const MOST_CATALOGUES = 200
const whoeverAsked = { ignoreVary: true }

type Fetch = (request: Request) => Promise<Response>
type Background = (work: Promise<unknown>) => void

/**
 * The cached answer at once, and behind it a conditional request that renews it. Only 200 is kept.
 * The key is the address: these catalogues are the same for everyone who may ask.
 */
export async function staleWhileRevalidate(
  request: Request,
  cache: Cache,
  fetch: Fetch,
  background: Background,
): Promise<Response> {
  const known = await cache.match(request.url, whoeverAsked)
  const renewed = renew(request, known, cache, fetch)
  if (known === undefined) return renewed
  background(renewed.catch(() => undefined))
  return known
}

async function renew(
  request: Request,
  known: Response | undefined,
  cache: Cache,
  fetch: Fetch,
): Promise<Response> {
  const etag = known?.headers.get('etag')
  const headers = new Headers(request.headers)
  if (etag) headers.set('if-none-match', etag)
  const signal = known === undefined ? request.signal : AbortSignal.timeout(BEHIND_MS)
  const response = await fetch(new Request(request, { headers, signal }))
  if (response.status === 200) {
    // Marked, so that the page does not take it for a word of the server.
    await cache.put(request.url, withHeader(response.clone(), 'fieldbook-kept', '1'))
    await dropOldest(cache)
  }
  return response
}

async function dropOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(
    keys.slice(0, Math.max(0, keys.length - MOST_CATALOGUES)).map((key) => cache.delete(key)),
  )
}

/** For files whose address changes with their content. */
export async function cacheFirst(request: Request, cache: Cache, fetch: Fetch): Promise<Response> {
  const known = await cache.match(request.url, whoeverAsked)
  if (known !== undefined) return known
  const response = await fetch(request)
  if (response.status === 200) await cache.put(request.url, response.clone())
  return response
}

/**
 * A script to keep as plain bytes. Chromium compiles every function of a script that a worker stores while it installs, and reads
 * all that back at the next start: 100 ms of the main thread for the core of clerk-js, of which a start runs little.
 */
export const asBytes = (script: Response): Response =>
  withHeader(script, 'content-type', 'application/octet-stream')

/** What `asBytes` kept, as the script that it is. */
export const asScript = (kept: Response): Response =>
  withHeader(kept, 'content-type', 'text/javascript')

/** Deletes the caches of catalogues that earlier versions filled; those of version 1 hold what users typed. */
export async function deleteOldCatalogues(
  caches: Pick<CacheStorage, 'keys' | 'delete'>,
): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith('fieldbook-catalogues-') && name !== CATALOGUES,
  )
  await Promise.all(old.map((name) => caches.delete(name)))
}

const withHeader = (response: Response, name: string, value: string): Response => {
  const headers = new Headers(response.headers)
  headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

/**
 * An identity service out of reach answers 503: clerk-js then keeps the session it knows and heals when the line is back,
 * whereas a failed fetch ends in a sign-out that never was.
 */
export async function orUnavailable(request: Request, fetch: Fetch): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    const message = 'The sign-in service cannot be reached'
    const body = { errors: [{ code: 'service_unavailable', message, long_message: message }] }
    return Response.json(body, { status: 503, headers: { 'cache-control': 'no-store' } })
  }
}
