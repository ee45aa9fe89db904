import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number]

export type Tile = { id: number; content: Uint8Array }

type Entry = { id: number; offset: number; length: number; run: number }

/**
 * A file of vector tiles in PMTiles version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Equal tiles are
 * stored once. Throws if the list of tiles needs leaf directories.
 */
export const writePmtiles = (file: {
  /** By ascending id, as of `zxyToTileId`. */
  tiles: readonly Tile[]
  zooms: readonly [number, number]
  bounds: Bounds
  metadata: object
}): Uint8Array => {
  const { entries, data, contents } = storeOnce(file.tiles)
  const root = gzip(directoryOf(entries))
  if (headerBytes + root.length > maxStartBytes) throw new Error('Too many tiles for one directory')
  const metadata = gzip(Buffer.from(JSON.stringify(file.metadata)))
  const metadataAt = headerBytes + root.length
  const dataAt = metadataAt + metadata.length

  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles\u0003', 'latin1')
  const lengths = [
    [headerBytes, root.length],
    [metadataAt, metadata.length],
    [dataAt, 0],
    [dataAt, data.length],
    [file.tiles.length, entries.length],
    [contents],
  ]
  for (const [at, value] of lengths.flat().entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * at)
  const [minZoom, maxZoom] = file.zooms
  header.set([isClustered, isGzip, isGzip, isVector, minZoom, maxZoom], 96)
  const [west, south, east, north] = file.bounds
  for (const [at, degrees] of file.bounds.entries()) writeDegrees(header, degrees, 102 + 4 * at)
  header.writeUInt8(minZoom, 118)
  writeDegrees(header, (west + east) / 2, 119)
  writeDegrees(header, (south + north) / 2, 123)
  return Buffer.concat([header, root, metadata, data])
}

const headerBytes = 127
/** A reader fetches so much first. */
const maxStartBytes = 16_384
const [isClustered, isGzip, isVector] = [1, 2, 1]

const gzip = (content: Uint8Array): Buffer => gzipSync(content, { level: 9 })

const writeDegrees = (header: Buffer, degrees: number, at: number): void => {
  header.writeInt32LE(Math.round(degrees * 1e7), at)
}

const storeOnce = (tiles: readonly Tile[]) => {
  const stored = new Map<string, Pick<Entry, 'offset' | 'length'>>()
  const parts: Buffer[] = []
  const entries: Entry[] = []
  let size = 0
  for (const { id, content } of tiles) {
    const key = createHash('sha256').update(content).digest('hex')
    let where = stored.get(key)
    if (where === undefined) {
      const part = gzip(content)
      where = { offset: size, length: part.length }
      stored.set(key, where)
      parts.push(part)
      size += part.length
    }
    const last = entries.at(-1)
    if (last !== undefined && last.offset === where.offset && last.id + last.run === id)
      last.run += 1
    else entries.push({ id, ...where, run: 1 })
  }
  return { entries, data: Buffer.concat(parts), contents: stored.size }
}

const directoryOf = (entries: readonly Entry[]): Uint8Array => {
  const columns = [
    entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
    entries.map(({ run }) => run),
    entries.map(({ length }) => length),
    // Zero: right after the one before.
    entries.map(({ offset }, at) => {
      const before = entries[at - 1]
      return before !== undefined && offset === before.offset + before.length ? 0 : offset + 1
    }),
  ]
  return Uint8Array.from([entries.length, ...columns.flat()].flatMap(varint))
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
