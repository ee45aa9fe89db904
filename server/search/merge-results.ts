import type { Point } from '../../contract/search/distance.ts'
import type { Order } from '../../contract/search/match.ts'
import { compareIds } from './ids.ts'
import type { Ranked } from './ranking.ts'
import { none } from './segment-header.ts'
import type { Segment } from './segment.ts'

export type Found = { segment: Segment; ranked: Ranked }

export type Entry = { id: string; class: number }

type Key = number | string | null
type Near = Point | undefined

/** By class, then value, then id. */
export const mergeResults = (
  found: readonly Found[],
  order: Order,
  near: Near,
  from: number,
  size: number,
): Entry[] => {
  const [only] = found
  if (only && found.length === 1) {
    const { segment, ranked } = only
    return Array.from(ranked.docs.subarray(from, from + size), (doc, index) => ({
      id: segment.idOf(doc),
      class: ranked.classes?.[from + index] ?? 0,
    }))
  }
  const candidates = found.flatMap(({ segment, ranked }) =>
    Array.from(ranked.docs, (doc, index) => ({
      segment,
      doc,
      class: ranked.classes?.[index] ?? 0,
      key: keyOf(segment, doc, order.field, near),
    })),
  )
  const down = order.order === 'desc'
  candidates.sort(
    (x, y) =>
      x.class - y.class ||
      compareKeys(x.key, y.key, down) ||
      compareIds(x.segment.ids, x.doc * 4, y.segment.ids, y.doc * 4),
  )
  return candidates
    .slice(from, from + size)
    .map(({ segment, doc, class: rank }) => ({ id: segment.idOf(doc), class: rank }))
}

const keyOf = (segment: Segment, doc: number, field: string, near: Near): Key => {
  if (field === 'distance' && near) {
    const far = segment.points?.nearest(doc, near) ?? Infinity
    return far === Infinity ? null : far
  }
  const sort = segment.sorts.get(field)
  const rank = sort?.ranks[doc] ?? none
  return sort && rank !== none ? sort.valueAt(rank) : null
}

const compareKeys = (x: Key, y: Key, down: boolean): number => {
  if (x === y) return 0
  if (x === null) return 1
  if (y === null) return -1
  return x < y === down ? 1 : -1
}
