/** Keeps insertion order and honours Vary by default, like the browser's. */
export function memoryCache(): Cache {
  const entries = new Map<string, { request: Request; response: Response }>()
  const asRequest = (key: RequestInfo | URL) => (key instanceof Request ? key : new Request(key))
  return {
    match: async (key, options) => {
      const request = asRequest(key)
      const entry = entries.get(request.url)
      if (entry === undefined) return undefined
      const varies = (entry.response.headers.get('vary') ?? '').split(',').filter(Boolean)
      const same = varies.every(
        (name) => entry.request.headers.get(name.trim()) === request.headers.get(name.trim()),
      )
      return same || options?.ignoreVary === true ? entry.response.clone() : undefined
    },
    put: async (key, response) => {
      const request = asRequest(key)
      entries.delete(request.url)
      entries.set(request.url, { request, response })
    },
    delete: async (key) => entries.delete(asRequest(key).url),
    keys: async () => [...entries.values()].map(({ request }) => request),
    add: () => Promise.reject(new Error('not needed')),
    addAll: () => Promise.reject(new Error('not needed')),
    matchAll: () => Promise.reject(new Error('not needed')),
  }
}
