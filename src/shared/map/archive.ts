import { FetchSource, PMTiles, type Source } from 'pmtiles'
import * as z from 'zod/mini'
import { readPageSettings, type PageSettings } from '../../lib/page-settings.ts'
import ourAddress from './base-map.pmtiles?url'

export type OpenedArchive = {
  archive: PMTiles
  /** The names of its layers. */
  layers: ReadonlySet<string>
  attribution: string
  /** Not the operator's. */
  isOurs: boolean
  /** The operator's map is out of reach, and ours replaces it. */
  isReduced: boolean
}

type Device = {
  operators: PageSettings['baseMap']
  caches: Pick<CacheStorage, 'open'> | undefined
  fetch: (url: string) => Promise<Response>
}

const thisDevice = (): Device => ({
  operators: readPageSettings().baseMap,
  caches: globalThis.caches,
  fetch: (url) => fetch(url),
})

/** The same for every user, so it stays at sign-out (`src/offline/device-stores.ts`). */
const cacheName = 'fieldbook-base-map-v1'
/** A larger file is read by range and never stored. */
const maxStoredBytes = 8_000_000

/** Offline what is stored, if need be ours or that of an earlier release. Rejects without any. */
export const openArchive = async (device: Device = thisDevice()): Promise<OpenedArchive> => {
  const { operators } = device
  const address = operators?.address ?? ourAddress
  try {
    const source =
      operators && operators.bytes > maxStoredBytes
        ? new FetchSource(address)
        : bytesSource(address, await bytesOf(address, device))
    return { ...(await read(source)), isOurs: !operators, isReduced: false }
  } catch (error) {
    const stored = await anyStored(device)
    if (stored === undefined) throw error
    return { ...(await read(stored)), isOurs: true, isReduced: Boolean(operators) }
  }
}

/** Stores the map, or ours where the operator's is too large, and deletes earlier ones. */
export const storeArchive = async (device: Device = thisDevice()): Promise<void> => {
  const { operators, caches, fetch } = device
  const address = operators && operators.bytes <= maxStoredBytes ? operators.address : ourAddress
  if (caches === undefined) throw new Error('This browser stores no files')
  const cache = await caches.open(cacheName)
  if ((await cache.match(address)) === undefined)
    await cache.put(address, await fetchWhole(address, fetch))
  await deleteOthers(cache, address)
}

const bytesOf = async (address: string, { caches, fetch }: Device): Promise<ArrayBuffer> => {
  const cache = await caches?.open(cacheName).catch(() => undefined)
  const stored = await cache?.match(address)
  if (stored !== undefined) return stored.arrayBuffer()
  const response = await fetchWhole(address, fetch)
  const copy = response.clone()
  const bytes = await response.arrayBuffer()
  // A full device still shows the map.
  await cache
    ?.put(address, copy)
    .then(() => deleteOthers(cache, address))
    .catch(() => undefined)
  return bytes
}

const fetchWhole = async (address: string, fetch: Device['fetch']): Promise<Response> => {
  const response = await fetch(address)
  if (response.status !== 200) throw new Error(`The map was answered with ${response.status}`)
  return response
}

const anyStored = async ({ caches }: Device): Promise<Source | undefined> => {
  const cache = await caches?.open(cacheName).catch(() => undefined)
  const request = (await cache?.keys())?.at(-1)
  const response = request && (await cache?.match(request))
  return request && response && bytesSource(request.url, await response.arrayBuffer())
}

const deleteOthers = async (cache: Cache, address: string): Promise<void> => {
  const { href } = new URL(address, location.href)
  const others = (await cache.keys()).filter(({ url }) => url !== href)
  await Promise.all(others.map((request) => cache.delete(request)))
}

const bytesSource = (key: string, bytes: ArrayBuffer): Source => ({
  getKey: () => key,
  getBytes: (offset, length) => Promise.resolve({ data: bytes.slice(offset, offset + length) }),
})

const Metadata = z.object({
  attribution: z.optional(z.string()),
  vector_layers: z.array(z.object({ id: z.string() })),
})

const read = async (source: Source) => {
  const archive = new PMTiles(source)
  const metadata = z.parse(Metadata, await archive.getMetadata())
  return {
    archive,
    layers: new Set(metadata.vector_layers.map(({ id }) => id)),
    attribution: metadata.attribution ?? '',
  }
}
