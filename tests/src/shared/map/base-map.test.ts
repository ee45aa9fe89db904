import { readFileSync } from 'node:fs'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { PMTiles } from 'pmtiles'
import { describe, expect, it, vi } from 'vitest'
import { openArchive, storeArchive } from '../../../../src/shared/map/archive.ts'
import { styleOf } from '../../../../src/shared/map/base-map-style.ts'
import { toHex } from '../../../../src/shared/map/map-colours.ts'
import { noticeOf } from '../../../../src/shared/map/notice.ts'

const ours = readFileSync('src/shared/map/base-map.pmtiles')
const file = () => new Response(new Uint8Array(ours))

/** A device whose network answers each address with a file until `isOnline` is false. */
const createDevice = (operators: { address: string; bytes: number } | null = null) => {
  const entries = new Map<string, Response>()
  const fetched: string[] = []
  const href = (address: string | Request): string =>
    new URL(typeof address === 'string' ? address : address.url, location.href).href
  const device = {
    entries,
    fetched,
    isOnline: true,
    isFull: false,
    operators,
    fetch: (address: string) => {
      fetched.push(address)
      return device.isOnline ? Promise.resolve(file()) : Promise.reject(new TypeError('offline'))
    },
    caches: {
      // The part of a cache that the map uses.
      open: () =>
        Promise.resolve({
          match: (address: string | Request) =>
            Promise.resolve(entries.get(href(address))?.clone()),
          put: (address: string, response: Response) => {
            if (device.isFull) return Promise.reject(new Error('full'))
            entries.set(href(address), response)
            return Promise.resolve()
          },
          keys: () => Promise.resolve([...entries.keys()].map((url) => new Request(url))),
          delete: (request: Request) => Promise.resolve(entries.delete(request.url)),
        } as unknown as Cache),
    },
  }
  return device
}

describe('the base map of a device', () => {
  it('is fetched once, then opens without a connection', async () => {
    const device = createDevice()
    const first = await openArchive(device)
    device.isOnline = false
    const second = await openArchive(device)
    expect(device.fetched).toHaveLength(1)
    expect(await second.archive.getZxy(8, 210, 151)).toBeDefined()
    expect([first.isReduced, second.isReduced, second.isOurs]).toEqual([false, false, true])
  })

  it('opens on a device that is full', async () => {
    const device = createDevice()
    device.isFull = true
    expect((await openArchive(device)).layers).toContain('land')
    await expect(storeArchive(device)).rejects.toThrow('full')
  })

  it('rejects without a connection and without a stored file', async () => {
    const device = createDevice()
    device.isOnline = false
    await expect(openArchive(device)).rejects.toThrow('offline')
  })

  it('of an earlier release opens offline, and is deleted once the newer is stored', async () => {
    const device = createDevice({ address: '/map/a.pmtiles', bytes: 600_000 })
    await storeArchive(device)
    device.operators = { address: '/map/b.pmtiles', bytes: 600_000 }
    device.isOnline = false
    expect((await openArchive(device)).archive.source.getKey()).toMatch(/\/map\/a\.pmtiles$/)
    device.isOnline = true
    await storeArchive(device)
    expect([...device.entries.keys()]).toEqual([expect.stringMatching(/\/map\/b\.pmtiles$/)])
  })

  it('is stored once however often it is asked to be', async () => {
    const device = createDevice()
    await storeArchive(device)
    await storeArchive(device)
    expect(device.fetched).toHaveLength(1)
  })

  it('is ours while the operator’s large file is out of reach, and says so', async () => {
    const device = createDevice({ address: '/map/large.pmtiles', bytes: 900_000_000 })
    await storeArchive(device)
    expect([...device.entries.keys()]).toEqual([expect.stringMatching(/base-map/)])
    // Ranges are fetched by the library.
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    const opened = await openArchive(device).finally(() => vi.unstubAllGlobals())
    expect(opened.isReduced).toBe(true)
    expect(noticeOf(opened)).toMatch(/no streets\. The full map needs a connection\.$/)
  })
})

describe('the notice of the base map', () => {
  const opened = { archive: new PMTiles('map'), layers: new Set<string>(), isReduced: false }
  it('names Natural Earth and says that there are no streets', () => {
    expect(noticeOf({ ...opened, isOurs: true, attribution: '' })).toBe(
      'Made with Natural Earth. Coasts, borders and towns only, no streets.',
    )
  })
  it('is the text of the operator’s file', () => {
    const attribution = '<a href="https://osm.example">© OpenStreetMap</a> contributors'
    expect(noticeOf({ ...opened, isOurs: false, attribution })).toBe('© OpenStreetMap contributors')
  })
})

describe('the style of the base map', () => {
  const colours = {
    sea: '#d9ecff',
    land: '#ffffff',
    coast: '#888888',
    border: '#888888',
    road: '#eeeeee',
    label: '#444444',
    faintLabel: '#666666',
  }
  const styleWith = async (layers: readonly string[]) => {
    const { archive } = await openArchive(createDevice())
    return styleOf({ archive, layers: new Set(layers) }, colours)
  }

  it('is valid and names nothing to fetch besides the map', async () => {
    const style = await styleWith(['land', 'states', 'places', 'postcodes', 'roads', 'water'])
    expect(validateStyleMin(style)).toEqual([])
    expect([style.glyphs, style.sprite]).toEqual([undefined, undefined])
    expect(Object.values(style.sources)).toEqual([
      { type: 'vector', url: expect.stringMatching(/^pmtiles:\/\/.*base-map.*\.pmtiles$/) },
    ])
    expect(JSON.stringify(style)).not.toContain('http')
  })

  it('draws the layers of Protomaps too, and none that a file lacks', async () => {
    const style = await styleWith(['earth', 'boundaries', 'places', 'roads'])
    expect(style.layers.map(({ id }) => id)).toEqual([
      'sea',
      'land',
      'coast',
      'roads',
      'borders',
      'towns',
    ])
    expect(validateStyleMin(style)).toEqual([])
  })
})

describe('a colour for MapLibre', () => {
  it.each([
    ['oklch(1 0 0)', '#ffffff'],
    ['oklch(0 0 0)', '#000000'],
    ['oklch(0.62796 0.25768 29.234)', '#ff0000'],
    ['oklch(0.45201 0.31321 264.05)', '#0000ff'],
    ['rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
  ])('%s is %s', (colour, hex) => {
    expect(toHex(colour)).toBe(hex)
  })
})
