import { readFileSync } from 'node:fs'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles, zxyToTileId } from 'pmtiles'
import { describe, expect, it } from 'vitest'
import { writePmtiles } from '../../scripts/lib/pmtiles-writer.ts'

const archiveOf = (file: Uint8Array): PMTiles =>
  new PMTiles({
    getKey: () => 'map',
    getBytes: (offset, length) =>
      Promise.resolve({ data: Uint8Array.from(file.subarray(offset, offset + length)).buffer }),
  })

describe('the base map', () => {
  const file = readFileSync(new URL('../../src/shared/map/base-map.pmtiles', import.meta.url))
  const archive = archiveOf(file)

  const layersAt = async (lng: number, lat: number, z: number) => {
    const x = Math.floor(((lng + 180) / 360) * 2 ** z)
    const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)
    const tile = await archive.getZxy(z, x, y)
    if (tile === undefined) return {}
    const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile.data)))
    return Object.fromEntries(
      Object.entries(layers).map(([name, layer]) => [
        name,
        Array.from({ length: layer.length }, (_, at) => {
          const shape = layer.feature(at)
          return { type: shape.type, ...shape.properties, geometry: shape.toGeoJSON(x, y, z) }
        }),
      ]),
    )
  }

  it('is at most 2.5 MB and covers the latitudes of both countries to zoom 8', async () => {
    expect(file.length).toBeLessThan(2_500_000)
    expect(await archive.getHeader()).toMatchObject({
      specVersion: 3,
      minZoom: 0,
      maxZoom: 8,
      minLat: -56,
      maxLat: -8,
    })
  })

  it.each([
    ['Perth', '6000', 115.861, -31.951],
    ['Hobart', '7000', 147.327, -42.882],
    ['Invercargill', '9810', 168.348, -46.413],
    ['Darwin', '0800', 130.842, -12.463],
  ])('has %s and postcode %s where they are, on land', async (name, code, lng, lat) => {
    const { places, postcodes, land } = await layersAt(lng, lat, 8)
    const town = places?.find((shape) => 'name' in shape && shape.name === name)
    expect(town?.geometry.geometry).toMatchObject({
      coordinates: [expect.closeTo(lng, 1), expect.closeTo(lat, 1)],
    })
    expect(postcodes).toContainEqual(expect.objectContaining({ code }))
    expect(land?.map(({ type }) => type)).toContain(3)
  })

  it('has the border of Western Australia as a line, and no land in the open sea', async () => {
    const { states } = await layersAt(129.002, -28, 6)
    expect(states?.map(({ type }) => type)).toContain(2)
    expect(await layersAt(160, -42, 8)).toEqual({})
    // Fiji crosses the antimeridian at this latitude.
    expect(await layersAt(105, -16.5, 8)).toEqual({})
  })

  it('shows only large towns from afar', async () => {
    const { places } = await layersAt(151, -33, 4)
    const names = places?.map((shape) => ('name' in shape ? shape.name : ''))
    expect(names).toContain('Sydney')
    expect(names).not.toContain('Parramatta')
  })
})

describe('a PMTiles file', () => {
  const tile = (z: number, x: number, y: number, text: string) => ({
    id: zxyToTileId(z, x, y),
    content: new TextEncoder().encode(text),
  })
  const file = {
    zooms: [0, 1] as const,
    bounds: [110, -50, 180, -8] as const,
    metadata: { vector_layers: [] },
  }

  it('stores equal tiles once and reads each back', async () => {
    const tiles = [tile(0, 0, 0, 'world'), tile(1, 0, 0, 'sea'), tile(1, 0, 1, 'sea')]
    const last = tile(1, 1, 0, 'world')
    const archive = archiveOf(writePmtiles({ ...file, tiles: [...tiles, last] }))
    const read = async (z: number, x: number, y: number) =>
      new TextDecoder().decode((await archive.getZxy(z, x, y))?.data)
    expect([await read(0, 0, 0), await read(1, 0, 1), await read(1, 1, 0)]).toEqual([
      'world',
      'sea',
      'world',
    ])
    expect(await archive.getZxy(1, 1, 1)).toBeUndefined()
    expect(await archive.getHeader()).toMatchObject({
      numAddressedTiles: 4,
      numTileContents: 2,
      minLon: 110,
      maxLat: -8,
    })
    expect(await archive.getMetadata()).toEqual({ vector_layers: [] })
  })
})
