import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Category } from '../../contract/records/records.ts'
import { fingerprint } from './fingerprint.ts'
import type { Published, PublishedSegment } from './market.ts'
import { allocate, bufferOf } from './memory.ts'
import { scratchBytes } from './segment-header.ts'
import { dataBytes, openSegment } from './segment.ts'

/** Every change up to tick `seq`, on a build of tick `builtFrom`, with date-dependent filters as of `day`. */
export type Snapshot = { published: Published; seq: number; builtFrom: number; day: string }

/** Raise this when the bytes of a segment, or their input, change in a way that the registry's fingerprint misses. */
const format = 5

type Header = {
  format: number
  registry: string
  seq: number
  builtFrom: number
  day: string
  segments: {
    category: Category
    docs: number
    bytes: number
    liveBytes: number
    alive: number
    checksum: number
  }[]
}

const magic = 'fieldbook search'

/** Completely or not at all. */
export const writeSnapshot = (folder: string, snapshot: Snapshot): void => {
  mkdirSync(folder, { recursive: true })
  const all = (['company', 'people'] as const).flatMap((category) =>
    snapshot.published[category].map((segment) => ({ category, segment, ...partsOf(segment) })),
  )
  const header: Header = {
    format,
    registry: fingerprint(),
    seq: snapshot.seq,
    builtFrom: snapshot.builtFrom,
    day: snapshot.day,
    segments: all.map(({ category, segment, data, live }) => ({
      category,
      docs: openSegment(segment.memory, 0).docs,
      bytes: data.length,
      liveBytes: live.length,
      alive: segment.alive,
      checksum: crc32(live, crc32(data)),
    })),
  }
  const text = Buffer.from(JSON.stringify(header))
  const lead = Buffer.alloc(magic.length + 8)
  lead.write(magic)
  lead.writeUInt32LE(text.length, magic.length)
  lead.writeUInt32LE(crc32(text), magic.length + 4)
  const draft = join(folder, 'search.snapshot.new')
  const file = openSync(draft, 'w')
  try {
    for (const bytes of [lead, text, ...all.flatMap(({ data, live }) => [data, live])])
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, join(folder, 'search.snapshot'))
}

/** A string says why none is usable. */
export const readSnapshot = (folder: string, lanes: number): Snapshot | string => {
  let file: number
  try {
    file = openSync(join(folder, 'search.snapshot'), 'r')
  } catch {
    return 'there is none'
  }
  try {
    return readOpen(file, lanes)
  } catch (error) {
    return error instanceof Error ? error.message : 'it is unreadable'
  } finally {
    closeSync(file)
  }
}

const readOpen = (file: number, lanes: number): Snapshot | string => {
  const lead = filled(file, Buffer.alloc(magic.length + 8))
  if (lead.toString('latin1', 0, magic.length) !== magic) return 'it is no snapshot'
  const length = lead.readUInt32LE(magic.length)
  if (length > 1 << 20) return 'its header is broken'
  const text = filled(file, Buffer.alloc(length))
  if (crc32(text) !== lead.readUInt32LE(magic.length + 4)) return 'its header is broken'
  const header = JSON.parse(text.toString()) as Header
  if (header.format !== format) return 'it is of another version'
  if (header.registry !== fingerprint()) return 'the filters have changed since'
  const published: Published = { company: [], people: [] }
  for (const [number, segment] of header.segments.entries()) {
    const memory = allocate(segment.bytes + scratchBytes(segment.docs, lanes))
    const data = filled(file, Buffer.from(bufferOf(memory), 0, segment.bytes))
    const live = filled(file, Buffer.from(new SharedArrayBuffer(segment.liveBytes)))
    if (crc32(live, crc32(data)) !== segment.checksum) return 'its checksum is wrong'
    published[segment.category].push({
      number,
      memory,
      version: 0,
      alive: segment.alive,
      live: live.length === 0 ? null : new Int32Array(live.buffer),
    })
  }
  const { seq, builtFrom, day } = header
  return { published, seq, builtFrom, day }
}

const filled = <Bytes extends Buffer>(file: number, bytes: Bytes): Bytes => {
  for (let at = 0; at < bytes.length;) {
    const read = readSync(file, bytes, at, Math.min(bytes.length - at, 1 << 24), null)
    if (read === 0) throw new Error('it ends too early')
    at += read
  }
  return bytes
}

const partsOf = ({ memory, live }: PublishedSegment): { data: Buffer; live: Buffer } => ({
  data: Buffer.from(bufferOf(memory), 0, dataBytes(memory)),
  live: live ? Buffer.from(live.buffer, live.byteOffset, live.byteLength) : Buffer.alloc(0),
})
