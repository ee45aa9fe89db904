/** A new shape of a cache's content needs a new name. */
export const CATALOGUES = 'fieldbook-catalogues-v3'
export const CLERK_JS = 'fieldbook-clerk-js-v1'

/** The limit of a background renewal: a newer worker activates only once the older has no pending work. */
export const REVALIDATE_MS = 60_000

const MAX_CATALOGUES = 200
const matchOptions = { ignoreVary: true }

type Fetch = (request: Request) => Promise<Response>
type Background = (work: Promise<unknown>) => void

/**
 * Answers from the cache, then renews the entry. The key is the URL alone, because a catalogue is the same for every permitted
 * user.
 */
export async function staleWhileRevalidate(
  request: Request,
  cache: Cache,
  fetch: Fetch,
  background: Background,
): Promise<Response> {
  const known = await cache.match(request.url, matchOptions)
  const renewed = renew(request, known, cache, fetch)
  if (known === undefined) return renewed
  // An unread body keeps its connection.
  background(renewed.then((response) => void response.body?.cancel()).catch(() => undefined))
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
  const signal = known === undefined ? request.signal : AbortSignal.timeout(REVALIDATE_MS)
  const response = await fetch(new Request(request, { headers, signal }))
  if (response.status === 200) {
    // Marked, so that the page does not count it as an answer of the server.
    await cache.put(request.url, withHeader(response.clone(), 'fieldbook-cached', '1'))
    await dropOldest(cache)
  }
  return response
}

async function dropOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(
    keys.slice(0, Math.max(0, keys.length - MAX_CATALOGUES)).map((key) => cache.delete(key)),
  )
}

/** Stores a file for good; only for files whose URL changes with their content. */
export async function cacheFirst(request: Request, cache: Cache, fetch: Fetch): Promise<Response> {
  const known = await cache.match(request.url, matchOptions)
  if (known !== undefined) return known
  const response = await fetch(request)
  if (response.status === 200) await cache.put(request.url, response.clone())
  return response
}

/** Stops Chromium from compiling every function of a script stored during install: 100 ms of each start for clerk-js. */
export const asBytes = (script: Response): Response =>
  withHeader(script, 'content-type', 'application/octet-stream')

export const asScript = (stored: Response): Response =>
  withHeader(stored, 'content-type', 'text/javascript')

/** Version 1 contains what users typed. */
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

/** A failed request would make clerk-js sign the user out; after a 503 it keeps its session. */
export async function orUnavailable(request: Request, fetch: Fetch): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    const message = 'The sign-in service cannot be reached'
    const body = { errors: [{ code: 'service_unavailable', message, long_message: message }] }
    return Response.json(body, { status: 503, headers: { 'cache-control': 'no-store' } })
  }
}
