import type { CriteriaMetadata } from '../../contract/search/criteria.ts'
import { haversine, haversineOf, type Point } from '../../contract/search/distance.ts'
import type { Collection } from './segment-collect.ts'

/** The points of a segment's documents, and the same points in rows of a tenth of a degree of latitude, each from west to east. */
export type MapPoints = {
  of(doc: number): Point[]
  has(doc: number): boolean
  /** The haversine to the nearest point in the box; Infinity without one. */
  nearest(doc: number, from: Point, box?: Box): number
  rows: { starts: Uint32Array; lats: Int32Array; lngs: Int32Array; docs: Uint32Array }
}

export const toMicro = (degrees: number): number => Math.round(degrees * 1e6)

/** Of a number that a list without signs holds. */
export const fromMicro = (micro: number): number => (micro | 0) / 1e6

export const mapPoints = (numbers: (name: string) => Uint32Array): MapPoints => {
  const [points, ends] = [signed(numbers('points')), numbers('points.ends')]
  const startOf = (doc: number): number => (doc === 0 ? 0 : (ends[doc - 1] ?? 0))
  const endOf = (doc: number): number => ends[doc] ?? 0
  const lat = (point: number): number => (points[point * 2] ?? 0) / 1e6
  const lng = (point: number): number => (points[point * 2 + 1] ?? 0) / 1e6
  return {
    of: (doc) =>
      Array.from({ length: endOf(doc) - startOf(doc) }, (_, index) => ({
        lat: lat(startOf(doc) + index),
        lng: lng(startOf(doc) + index),
      })),
    has: (doc) => endOf(doc) > startOf(doc),
    nearest: (doc, from, { south, north, west, east } = everywhere) => {
      let least = Infinity
      for (let point = startOf(doc); point < endOf(doc); point++) {
        const up = points[point * 2] ?? 0
        const across = points[point * 2 + 1] ?? 0
        // Without trigonometry for all that are too far.
        if (up < south || up > north || across < west || across > east) continue
        const far = haversine(from, up / 1e6, across / 1e6)
        if (far < least) least = far
      }
      return least
    },
    rows: {
      starts: numbers('points.rows'),
      lats: signed(numbers('points.lats')),
      lngs: signed(numbers('points.lngs')),
      docs: numbers('points.docs'),
    },
  }
}

/** The parts that `mapPoints` reads; none when no document has a point. */
export const pointParts = (
  parts: Collection['parts'],
  documents: Uint32Array,
): Record<string, Uint32Array | Int32Array> => {
  const [given, givenEnds] = [signed(parts.points.all()), parts.pointEnds.all()]
  const count = given.length / 2
  if (count === 0) return {}
  const points = new Int32Array(count * 2)
  const [ends, docs] = [new Uint32Array(documents.length), new Uint32Array(count)]
  let at = 0
  documents.forEach((source, doc) => {
    const from = source === 0 ? 0 : (givenEnds[source - 1] ?? 0)
    const to = givenEnds[source] ?? 0
    points.set(given.subarray(from * 2, to * 2), at * 2)
    docs.fill(doc, at, at + to - from)
    at += to - from
    ends[doc] = at
  })
  const lat = (point: number): number => points[point * 2] ?? 0
  const lng = (point: number): number => points[point * 2 + 1] ?? 0
  const starts = new Uint32Array(rowCount + 1)
  for (let point = 0; point < count; point++) {
    const next = rowOf(lat(point)) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let row = 1; row <= rowCount; row++)
    starts[row] = (starts[row] ?? 0) + (starts[row - 1] ?? 0)
  const order = new Uint32Array(count)
  const next = starts.slice()
  for (let point = 0; point < count; point++) {
    const row = rowOf(lat(point))
    const position = next[row] ?? 0
    next[row] = position + 1
    order[position] = point
  }
  for (let row = 0; row < rowCount; row++)
    sortByLng(order.subarray(starts[row], starts[row + 1]), lng)
  return {
    points,
    'points.ends': ends,
    'points.rows': starts,
    'points.lats': Int32Array.from(order, lat),
    'points.lngs': Int32Array.from(order, lng),
    'points.docs': order.map((point) => docs[point] ?? 0),
  }
}

/** As numbers that hold longitude and index: sorting those needs no comparator, which is ten times as fast. */
const sortByLng = (points: Uint32Array, lng: (point: number) => number): void => {
  const given = points.slice()
  Float64Array.from(given, (point, index) => (lng(point) + 180e6) * 2 ** 24 + index)
    .sort()
    .forEach((key, index) => {
      points[index] = given[key % 2 ** 24] ?? 0
    })
}

export type Within = Point & { withinKm: number }

export const withinOf = ({ near }: CriteriaMetadata): Within | undefined =>
  near?.withinKm === undefined ? undefined : { ...near, withinKm: near.withinKm }

/** Sets the bits of the documents with a point within the distance; `set` is an address in `u32`. */
export const markWithin = (
  { rows: { starts, lats, lngs, docs } }: MapPoints,
  within: Within,
  u32: Uint32Array,
  set: number,
): void => {
  const limit = haversineOf(within.withinKm)
  const { south, north, west, east } = boxOf(within)
  for (let row = rowOf(south); row <= rowOf(north); row++) {
    const end = starts[row + 1] ?? 0
    for (let at = lower(lngs, west, starts[row] ?? 0, end); at < end; at++) {
      const lng = lngs[at] ?? 0
      if (lng > east) break
      if (haversine(within, (lats[at] ?? 0) / 1e6, lng / 1e6) > limit) continue
      const doc = docs[at] ?? 0
      const bits = set + (doc >>> 5)
      u32[bits] = (u32[bits] ?? 0) | (1 << doc)
    }
  }
}

/** In millionths of a degree. */
export type Box = { south: number; north: number; west: number; east: number }

const everywhere: Box = { south: -90e6, north: 90e6, west: -180e6, east: 180e6 }

/** A little too wide; all around where it would reach a pole or the 180th meridian. */
export const boxOf = ({ lat, lng, withinKm }: Within): Box => {
  const up = (withinKm / kmPerDegree) * 1.000001 + 1e-5
  const ratio = Math.sin((up * Math.PI) / 180) / Math.cos((lat * Math.PI) / 180)
  const across = ratio < 1 ? (Math.asin(ratio) * 180) / Math.PI + 1e-5 : Infinity
  const isAround = Math.abs(lat) + up >= 90 || Math.abs(lng) + across >= 180
  return {
    south: toMicro(lat - up),
    north: toMicro(lat + up),
    west: isAround ? -180e6 : toMicro(lng - across),
    east: isAround ? 180e6 : toMicro(lng + across),
  }
}

const kmPerDegree = (6371 * Math.PI) / 180
const rowCount = 1801

const rowOf = (micro: number): number =>
  Math.max(0, Math.min(rowCount - 1, Math.floor((micro + 90e6) / 1e5)))

const lower = (sorted: Int32Array, value: number, from: number, to: number): number => {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

const signed = (numbers: Uint32Array): Int32Array =>
  new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length)
