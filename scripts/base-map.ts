import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { zxyToTileId } from 'pmtiles'
import { feature } from 'topojson-client'
import { towns, type Town } from '../server/catalog/towns.ts'
import { readPolygons, type Point, type Ring } from './lib/geopackage.ts'
import { writePmtiles, type Bounds, type Tile } from './lib/pmtiles-writer.ts'

// Run by hand when a source changes: node scripts/base-map.ts world_map.gpkg
// That file has the states of Natural Earth; it is in Debian's package qgis-common. The coast is in world-atlas.

const target = fileURLToPath(new URL('../src/shared/map/base-map.pmtiles', import.meta.url))

const maxZoom = 8
/** The whole world up to this zoom, so that no coast ends at an edge. */
const maxWorldZoom = 3
/** Both countries with their islands; Chatham is beyond the antimeridian. */
const regions: readonly Bounds[] = [
  [94, -56, 180, -8],
  [-180, -56, -175, -28],
]
const tileOptions = { maxZoom, indexMaxZoom: 4, extent: 4096, buffer: 64 }

type Feature = GeoJSON.Feature
type Tagged = Readonly<{ tags: GeoJSON.GeoJsonProperties }>
type Properties = Record<string, string | number>

const makeBaseMap = (statesFile: string): Uint8Array => {
  const layers: Record<string, GeoJSONVT> = {
    land: indexOf(readLand()),
    states: indexOf(
      bordersOf(readPolygons(statesFile, 'states_provinces', "adm0_a3 in ('AUS', 'NZL')")),
    ),
    places: indexOf(towns.map((town) => pointOf(town, labelOf(town)))),
    postcodes: indexOf(postcodePoints()),
  }
  return writePmtiles({
    tiles: [...tilesOf(layers)].toSorted((a, b) => a.id - b.id),
    zooms: [0, maxZoom],
    bounds: [-180, -56, 180, -8],
    metadata: {
      name: 'Australia and New Zealand',
      attribution: 'Made with Natural Earth',
      vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })),
    },
  })
}

const readLand = (): Feature[] => {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-10m.json')
  // Holds: the package says so in its README.
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof feature>[0]
  const { land } = topology.objects
  const shapes = land === undefined ? [] : [feature(topology, land)].flat()
  return shapes
    .flatMap((shape) => ('features' in shape ? shape.features : [shape]))
    .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : []))
    .filter(([outline]) => outline?.some(([, lat = 0]) => lat > antarctic))
    .map((rings) => shapeOf({ type: 'Polygon', coordinates: rings.map(unwrap) }))
}

/** Its ring goes around the pole, which is no polygon on the map. */
const antarctic = -60

/** Goes on beyond the antimeridian where a ring crosses that. */
const unwrap = (ring: number[][]): number[][] => {
  let turns = 0
  return ring.map(([lng = 0, lat = 0], at) => {
    const step = lng - (ring[at - 1]?.[0] ?? lng)
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [lng + 360 * turns, lat]
  })
}

/** The lines that two states share; coasts are none. */
const bordersOf = (states: readonly Ring[][]): Feature[] => {
  const uses = new Map<string, number>()
  const rings = states.flat()
  for (const ring of rings)
    for (const key of segmentsOf(ring)) uses.set(key, (uses.get(key) ?? 0) + 1)
  return rings.flatMap((ring) => {
    const lines: Point[][] = []
    let line: Point[] = []
    for (const [at, key] of segmentsOf(ring).entries()) {
      const isBorder = uses.get(key) === 2
      const [from, to] = [ring[at], ring[at + 1]]
      if (isBorder && from && to) {
        if (line.length === 0) lines.push((line = [from]))
        line.push(to)
        uses.delete(key)
      } else line = []
    }
    return lines.map((points) => shapeOf({ type: 'LineString', coordinates: points.map(copy) }))
  })
}

const segmentsOf = (ring: Ring): string[] =>
  ring.slice(1).map((to, at) =>
    [ring[at] ?? to, to]
      .map(([x, y]) => `${x.toFixed(6)} ${y.toFixed(6)}`)
      .toSorted()
      .join(' '),
  )

const copy = ([x, y]: Point): number[] => [x, y]

/** A metropolitan area at its centre, by how much business that has; suburbs only from close by. */
const labelOf = (town: Town): Properties => {
  const { name, city, weight } = town
  const isCentre = towns.find((other) => isSameArea(other, town)) === town
  return {
    name: isCentre ? city : name,
    kind: isCentre ? 'town' : 'suburb',
    rank: 1000 - weight,
    min_zoom: isCentre ? (townZooms.find(([least]) => weight >= least)?.[1] ?? 8) : 9,
  }
}

const isSameArea = (a: Town, b: Town): boolean =>
  a.country === b.country && a.state === b.state && a.city === b.city

const townZooms = [
  [60, 3],
  [16, 4],
  [9, 5],
  [6, 6],
  [4, 7],
] as const

/** In the middle of the towns that share a code. */
const postcodePoints = (): Feature[] =>
  [...Map.groupBy(towns, ({ country, postcode }) => `${country} ${postcode}`).values()].map(
    (shared) => {
      const mean = (read: (town: Town) => number) =>
        shared.reduce((sum, town) => sum + read(town), 0) / shared.length
      const middle = { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
      return pointOf(middle, { code: shared[0]?.postcode ?? '', min_zoom: 9 })
    },
  )

const pointOf = ({ lat, lng }: { lat: number; lng: number }, properties: Properties): Feature =>
  shapeOf({ type: 'Point', coordinates: [lng, lat] }, properties)

const shapeOf = (geometry: GeoJSON.Geometry, properties: Properties = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
})

const indexOf = (features: Feature[]): GeoJSONVT =>
  new GeoJSONVT({ type: 'FeatureCollection', features }, tileOptions)

function* tilesOf(layers: Readonly<Record<string, GeoJSONVT>>): Generator<Tile> {
  for (let z = 0; z <= maxZoom; z += 1)
    for (let x = 0; x < 2 ** z; x += 1)
      for (let y = 0; y < 2 ** z; y += 1) {
        if (z > maxWorldZoom && !regions.some((region) => touches(region, z, x, y))) continue
        const content = tileOf(layers, z, x, y)
        if (content !== null) yield { id: zxyToTileId(z, x, y), content }
      }
}

const tileOf = (
  layers: Readonly<Record<string, GeoJSONVT>>,
  z: number,
  x: number,
  y: number,
): Uint8Array | null => {
  const found = Object.entries(layers).flatMap(([name, index]) => {
    const tile = index.getTile(z, x, y)
    const features = tile?.features.filter((shape: Tagged) => isIn(shape.tags, z)) ?? []
    return tile === null || features.length === 0 ? [] : [[name, { ...tile, features }] as const]
  })
  return found.length === 0
    ? null
    : fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: tileOptions.extent })
}

/** Closer zooms are drawn from the tiles of the last. */
const isIn = (tags: GeoJSON.GeoJsonProperties, z: number): boolean =>
  z === maxZoom || Number(tags?.['min_zoom'] ?? 0) <= z

const touches = ([west, south, east, north]: Bounds, z: number, x: number, y: number): boolean =>
  columnOf(west, z) <= x && x <= columnOf(east, z) && rowOf(north, z) <= y && y <= rowOf(south, z)

const columnOf = (lng: number, z: number): number => Math.floor(((lng + 180) / 360) * 2 ** z)

const rowOf = (lat: number, z: number): number => {
  const y = Math.asinh(Math.tan((lat * Math.PI) / 180))
  return Math.floor(((1 - y / Math.PI) / 2) * 2 ** z)
}

const [statesFile] = process.argv.slice(2)
if (statesFile === undefined) throw new Error('Name the file world_map.gpkg')
const map = makeBaseMap(statesFile)
writeFileSync(target, map)
process.stdout.write(`${target}: ${map.length.toLocaleString('en-AU')} bytes\n`)
