/** The cache for a file that was shared with the app, until a screen reads it. Sign-out deletes it. */
export const sharedCache = 'fieldbook-data-shared'

/** The cache for the code of the map, the same for all users. */
export const mapCache = 'fieldbook-map-v1'

export type Caches = Pick<CacheStorage, 'open' | 'delete'>

export const listCachedIds = async (caches: Caches, cache: string): Promise<string[]> =>
  (await (await caches.open(cache)).keys()).flatMap(({ url }) =>
    url.startsWith(baseUrl) ? [decodeURIComponent(url.slice(baseUrl.length))] : [],
  )

/** Stores a file with its name; rejects where storage is full. */
export const cacheFile = async (
  caches: Caches,
  cache: string,
  id: string,
  file: File,
): Promise<void> => {
  const headers = new Headers({
    'content-type': file.type === '' ? 'application/octet-stream' : file.type,
    // Headers hold Latin letters only.
    'x-name': encodeURIComponent(file.name),
  })
  await (await caches.open(cache)).put(address(id), new Response(file, { headers }))
}

export const readCachedFile = async (
  caches: Caches,
  cache: string,
  id: string,
): Promise<File | null> => {
  const response = await (await caches.open(cache)).match(address(id))
  if (response === undefined) return null
  const name = decodeURIComponent(response.headers.get('x-name') ?? '')
  return new File([await response.blob()], name, {
    type: response.headers.get('content-type') ?? '',
  })
}

export const dropFile = async (caches: Caches, cache: string, id: string): Promise<void> => {
  await (await caches.open(cache)).delete(address(id))
}

// This address is only a key of the cache; it resolves to no server.
const baseUrl = 'https://kept.invalid/'
const address = (id: string): string => `${baseUrl}${encodeURIComponent(id)}`
