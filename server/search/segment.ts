import type { Category } from '../../contract/records/records.ts'
import { compareIds, idAt, packedId } from './ids.ts'
import type { Kernel } from './kernel.ts'
import { readLayout, type Extent } from './layout.ts'
import { mapPoints, type MapPoints } from './map-points.ts'
import { bufferOf, kernelOf, type Memory } from './memory.ts'
import {
  isDense,
  listLength,
  scratchBytes,
  bitsetLengthOf,
  slots,
  type FacetHeader,
  type SegmentHeader,
  type SortHeader,
} from './segment-header.ts'
import type { Family } from './segment-members.ts'

/** Ascending by code units within each range. */
export type Texts = {
  count: number
  at(index: number): string
  lower(text: string, from: number, to: number): number
  find(text: string, from: number, to: number): number
  start(index: number): number
  end(index: number): number
  bytes: Buffer
}

export type Sets = {
  size(set: number): number
  /** In words. */
  offset(set: number): number
  dense(set: number): boolean
}

export type SortField = SortHeader & {
  ranks: Uint32Array
  order: Uint32Array
  starts: Uint32Array
  valueAt(rank: number): number | string
}

export type Segment = {
  category: Category
  docs: number
  bitsetLength: number
  memory: Memory
  kernel: Kernel
  u32: Uint32Array
  sets: Record<Family, Sets>
  values: Texts
  lines: Texts
  entryTokens: Texts
  names: Texts
  nameTokens: Texts
  textTokens: Texts
  facets: ReadonlyMap<string, FacetHeader & { index: number }>
  entryFrequent: Uint32Array
  entryCodes(token: number): Uint32Array
  namesOf(doc: number): Uint32Array
  sorts: ReadonlyMap<string, SortField>
  /** Undefined when no document has a point. */
  points: MapPoints | undefined
  ids: Uint32Array
  byId: Uint32Array
  idOf(doc: number): string
  docOf(id: string): number
  scratch: Record<(typeof slots)[number], number>
  list: number
  listLength: number
}

/** 0 to lanes - 1; only one thread may use a lane. */
export const openSegment = (memory: Memory, lane: number): Segment => {
  const { header, places, bytes } = readLayout<SegmentHeader>(memory)
  const buffer = bufferOf(memory)
  const { docs } = header
  const u32 = new Uint32Array(buffer)
  const numbers = (name: string): Uint32Array => {
    const extent = extentOf(places, name)
    return new Uint32Array(buffer, extent.at, extent.bytes / 4)
  }
  const floats = (name: string): Float64Array => {
    const extent = extentOf(places, name)
    return new Float64Array(buffer, extent.at, extent.bytes / 8)
  }
  const texts = (name: string): Texts => {
    const extent = extentOf(places, `${name}.text`)
    return textsOf(Buffer.from(buffer, extent.at, extent.bytes), numbers(`${name}.ends`))
  }
  const lists = (name: string): ((index: number) => Uint32Array) => {
    const [values, ends] = [numbers(name), numbers(`${name}.listEnds`)]
    return (index) => values.subarray(index === 0 ? 0 : ends[index - 1], ends[index])
  }
  const [counts, starts] = [numbers('sets.counts'), numbers('sets.places')]
  const base = extentOf(places, 'sets').at / 4
  const sets = (family: Family): Sets => {
    const first = header.firstSets[family]
    const size = (set: number): number => counts[first + set] ?? 0
    return {
      size,
      offset: (set) => base + (starts[first + set] ?? 0),
      dense: (set) => isDense(size(set), docs),
    }
  }
  const sort = (field: SortHeader): SortField => {
    const prefix = `sort.${field.field}`
    const [known, strings] = [floats(`${prefix}.numbers`), texts(prefix)]
    return {
      ...field,
      ranks: numbers(`${prefix}.ranks`),
      order: numbers(`${prefix}.order`),
      starts: numbers(`${prefix}.starts`),
      valueAt: (rank) => (field.kind === 'number' ? (known[rank] ?? NaN) : strings.at(rank)),
    }
  }
  const bitsetLength = bitsetLengthOf(docs)
  const scratch = bytes / 4 + scratchBytes(docs, lane) / 4
  const slot = (index: number): number => scratch + index * bitsetLength
  const ids = numbers('ids')
  const byId = numbers('byId')

  return {
    category: header.category,
    docs,
    bitsetLength,
    memory,
    u32,
    ids,
    byId,
    kernel: kernelOf(memory),
    sets: {
      codes: sets('codes'),
      any: sets('any'),
      frequent: sets('frequent'),
      names: sets('names'),
      nameTokens: sets('nameTokens'),
      textTokens: sets('textTokens'),
    },
    values: texts('values'),
    lines: texts('lines'),
    entryTokens: texts('entryTokens'),
    names: texts('names'),
    nameTokens: texts('nameTokens'),
    textTokens: texts('textTokens'),
    facets: new Map(header.facets.map((facet, index) => [facet.identifier, { ...facet, index }])),
    entryFrequent: numbers('entryFrequent'),
    entryCodes: lists('entryCodes'),
    namesOf: lists('docNames'),
    sorts: new Map(header.sorts.map((field) => [field.field, sort(field)])),
    points: header.points ? mapPoints(numbers) : undefined,
    idOf: (doc) => idAt(ids, doc * 4),
    docOf: (id) => findId(ids, byId, id),
    scratch: {
      acc: slot(0),
      tmp: slot(1),
      live: slot(2),
      a: slot(3),
      b: slot(4),
      c: slot(5),
      d: slot(6),
    },
    list: slot(slots.length),
    listLength: listLength(docs),
  }
}

export const dataBytes = (memory: Memory): number => readLayout<SegmentHeader>(memory).bytes

const extentOf = (places: Readonly<Record<string, Extent>>, name: string): Extent => {
  const extent = places[name]
  if (!extent) throw new Error(`A search segment lacks its part '${name}'.`)
  return extent
}

const textsOf = (bytes: Buffer, ends: Uint32Array): Texts => {
  const start = (index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? 0))
  const end = (index: number): number => ends[index] ?? 0
  const at = (index: number): string => bytes.toString('utf8', start(index), end(index))
  const lower = (text: string, from: number, to: number): number => {
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (at(middle) < text) low = middle + 1
      else high = middle
    }
    return low
  }
  const find = (text: string, from: number, to: number): number => {
    const index = lower(text, from, to)
    return index < to && at(index) === text ? index : -1
  }
  return { count: ends.length, at, lower, find, start, end, bytes }
}

const findId = (ids: Uint32Array, byId: Uint32Array, id: string): number => {
  const packed = packedId(id)
  if (!packed) return -1
  const wanted = Uint32Array.of(...packed)
  let [low, high] = [0, byId.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareIds(ids, (byId[middle] ?? 0) * 4, wanted, 0) < 0) low = middle + 1
    else high = middle
  }
  const doc = byId[low]
  return doc !== undefined && compareIds(ids, doc * 4, wanted, 0) === 0 ? doc : -1
}
