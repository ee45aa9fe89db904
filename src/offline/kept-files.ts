/** The cache in which a file waits that was shared with the app, until a screen takes it; it goes at sign-out. */
export const sharedCache = 'fieldbook-data-shared'

export type Caches = Pick<CacheStorage, 'open' | 'delete'>

/** The ids of the files kept in a cache. */
export const keptIds = async (caches: Caches, cache: string): Promise<string[]> =>
  (await (await caches.open(cache)).keys()).flatMap(({ url }) =>
    url.startsWith(place) ? [decodeURIComponent(url.slice(place.length))] : [],
  )

/** Keeps a file with its name; rejects where the browser has no room for it. */
export const keepFile = async (
  caches: Caches,
  cache: string,
  id: string,
  file: File,
): Promise<void> => {
  const headers = new Headers({
    'content-type': file.type === '' ? 'application/octet-stream' : file.type,
    // Headers hold no letters beyond Latin ones.
    'x-name': encodeURIComponent(file.name),
  })
  await (await caches.open(cache)).put(address(id), new Response(file, { headers }))
}

/** A kept file; null where there is none of this id. */
export const keptFile = async (caches: Caches, cache: string, id: string): Promise<File | null> => {
  const kept = await (await caches.open(cache)).match(address(id))
  if (kept === undefined) return null
  const name = decodeURIComponent(kept.headers.get('x-name') ?? '')
  return new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' })
}

/** Lets a kept file go; nothing happens where it is gone already. */
export const dropFile = async (caches: Caches, cache: string, id: string): Promise<void> => {
  await (await caches.open(cache)).delete(address(id))
}

// Nobody can be reached there: it is only a name that a cache takes.
const place = 'https://kept.invalid/'
const address = (id: string): string => `${place}${encodeURIComponent(id)}`
