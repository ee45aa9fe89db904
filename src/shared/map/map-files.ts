import { mapCache } from '../../offline/file-cache.ts'

const buildKey = '/map-build'
const offlineKey = '/map-offline'

export const loadMap = async () => {
  const { codeFiles, createMapCanvas } = await import('./canvas.ts')
  const { prepareBaseMap, storeBaseMap } = await import('./base-map.ts')
  return { codeFiles, createMapCanvas, prepareBaseMap, storeBaseMap }
}

/** Stores the base map and the code on this device: what is available offline then has its map too. */
export const storeMap = async (): Promise<void> => {
  const { codeFiles, storeBaseMap } = await loadMap()
  await storeBaseMap()
  await storeCode(codeFiles)
  await (await caches.open(mapCache)).put(offlineKey, new Response())
}

export const isMapStored = async (): Promise<boolean> =>
  hasCaches() && (await caches.match(offlineKey, { cacheName: mapCache })) !== undefined

/** Fetches the code of a newer build where a device has the map of an older one. */
export const refreshMap = async (): Promise<void> => {
  if (!hasCaches() || !(await caches.has(mapCache))) return
  const stored = await caches.match(buildKey, { cacheName: mapCache })
  if ((await stored?.text()) !== build()) await storeMap()
}

const hasCaches = (): boolean => 'caches' in window

const build = (): string =>
  document.querySelector('meta[name=build]')?.getAttribute('content') ?? ''

const storeCode = async (files: readonly string[]): Promise<void> => {
  if (!hasCaches()) return
  const cache = await caches.open(mapCache)
  for (const file of files) if (!(await cache.match(file))) await cache.add(file)
  for (const { url } of await cache.keys())
    if (url.endsWith('.js') && !files.includes(url)) await cache.delete(url)
  await cache.put(buildKey, new Response(build()))
}
