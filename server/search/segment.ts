import type { Category } from '../../contract/records/records.ts'
import { compareIds, idAt, packedId } from './ids.ts'
import type { Kernel } from './kernel.ts'
import { readLayout, type Place } from './layout.ts'
import { bufferOf, kernelOf, type Memory } from './memory.ts'
import {
  isDense,
  listLength,
  scratchBytes,
  setWords,
  slots,
  type FacetHeader,
  type SegmentHeader,
  type SortHeader,
} from './segment-header.ts'
import type { Family } from './segment-members.ts'

/** Texts in ascending order of their code units inside each stretch that is asked about. */
export type Texts = {
  count: number
  at(index: number): string
  /** The first place of a stretch whose text is not below `text`. */
  lower(text: string, from: number, to: number): number
  /** The place of exactly this text in a stretch, or -1. */
  find(text: string, from: number, to: number): number
  /** Where the text of a place starts and ends in `bytes`. */
  start(index: number): number
  end(index: number): number
  bytes: Buffer
}

/** A family of sets of documents. */
export type Sets = {
  size(set: number): number
  /** Where the bitset or the list starts, in words. */
  place(set: number): number
  dense(set: number): boolean
}

export type SortField = SortHeader & {
  ranks: Uint32Array
  order: Uint32Array
  starts: Uint32Array
  valueAt(rank: number): number | string
}

/** A packed segment as one thread reads it. */
export type Segment = {
  category: Category
  docs: number
  /** Words of one set. */
  words: number
  memory: Memory
  kernel: Kernel
  u32: Uint32Array
  sets: Record<Family, Sets>
  values: Texts
  lines: Texts
  entryWords: Texts
  names: Texts
  nameWords: Texts
  textWords: Texts
  facets: ReadonlyMap<string, FacetHeader & { index: number }>
  entryHeavy: Uint32Array
  entryCodes(word: number): Uint32Array
  namesOf(doc: number): Uint32Array
  sorts: ReadonlyMap<string, SortField>
  /** Latitude and longitude by turns, NaN where not known; undefined when no document has a point. */
  points: Float64Array | undefined
  ids: Uint32Array
  byId: Uint32Array
  idOf(doc: number): string
  /** The document of an id, or -1. */
  docOf(id: string): number
  /** Scratch of the thread's lane: sets by name, and a list. */
  scratch: Record<(typeof slots)[number], number>
  list: number
  listLength: number
}

/** Opens a segment for one lane (0 to lanes - 1); only one thread may use a lane. */
export const openSegment = (memory: Memory, lane: number): Segment => {
  const { header, places, bytes } = readLayout<SegmentHeader>(memory)
  const buffer = bufferOf(memory)
  const { docs } = header
  const u32 = new Uint32Array(buffer)
  const numbers = (name: string): Uint32Array => {
    const place = placeOf(places, name)
    return new Uint32Array(buffer, place.at, place.bytes / 4)
  }
  const floats = (name: string): Float64Array => {
    const place = placeOf(places, name)
    return new Float64Array(buffer, place.at, place.bytes / 8)
  }
  const texts = (name: string): Texts => {
    const place = placeOf(places, `${name}.text`)
    return textsOf(Buffer.from(buffer, place.at, place.bytes), numbers(`${name}.ends`))
  }
  const lists = (name: string): ((index: number) => Uint32Array) => {
    const [values, ends] = [numbers(name), numbers(`${name}.listEnds`)]
    return (index) => values.subarray(index === 0 ? 0 : ends[index - 1], ends[index])
  }
  const [counts, starts] = [numbers('sets.counts'), numbers('sets.places')]
  const base = placeOf(places, 'sets').at / 4
  const sets = (family: Family): Sets => {
    const first = header.firstSets[family]
    const size = (set: number): number => counts[first + set] ?? 0
    return {
      size,
      place: (set) => base + (starts[first + set] ?? 0),
      dense: (set) => isDense(size(set), docs),
    }
  }
  const sort = (field: SortHeader): SortField => {
    const prefix = `sort.${field.field}`
    const [known, words] = [floats(`${prefix}.numbers`), texts(prefix)]
    return {
      ...field,
      ranks: numbers(`${prefix}.ranks`),
      order: numbers(`${prefix}.order`),
      starts: numbers(`${prefix}.starts`),
      valueAt: (rank) => (field.kind === 'number' ? (known[rank] ?? NaN) : words.at(rank)),
    }
  }
  const words = setWords(docs)
  const scratch = bytes / 4 + scratchBytes(docs, lane) / 4
  const slot = (index: number): number => scratch + index * words
  const ids = numbers('ids')
  const byId = numbers('byId')

  return {
    category: header.category,
    docs,
    words,
    memory,
    u32,
    ids,
    byId,
    kernel: kernelOf(memory),
    sets: {
      codes: sets('codes'),
      any: sets('any'),
      heavy: sets('heavy'),
      names: sets('names'),
      nameWords: sets('nameWords'),
      textWords: sets('textWords'),
    },
    values: texts('values'),
    lines: texts('lines'),
    entryWords: texts('entryWords'),
    names: texts('names'),
    nameWords: texts('nameWords'),
    textWords: texts('textWords'),
    facets: new Map(header.facets.map((facet, index) => [facet.identifier, { ...facet, index }])),
    entryHeavy: numbers('entryHeavy'),
    entryCodes: lists('entryCodes'),
    namesOf: lists('docNames'),
    sorts: new Map(header.sorts.map((field) => [field.field, sort(field)])),
    points: header.points ? floats('points') : undefined,
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

/** How many bytes of a segment's memory are data; scratch comes behind. */
export const dataBytes = (memory: Memory): number => readLayout<SegmentHeader>(memory).bytes

const placeOf = (places: Readonly<Record<string, Place>>, name: string): Place => {
  const place = places[name]
  if (!place) throw new Error(`A search segment lacks its part '${name}'.`)
  return place
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
    const place = lower(text, from, to)
    return place < to && at(place) === text ? place : -1
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
