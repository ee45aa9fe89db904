import { kmOf, type Point } from '../../contract/search/distance.ts'
import type { Order } from '../../contract/search/match.ts'
import { compareIds } from './ids.ts'
import { boxOf, type Box, type MapPoints } from './map-points.ts'
import { eachDoc } from './posting-lists.ts'
import type { Segment } from './segment.ts'

/** By the nearest point of each; those without a point last, ties by id. */
export const nearest = (
  segment: Segment,
  from: Point,
  direction: Order['order'],
  need: number,
): Uint32Array => {
  const { points, scratch, u32, byId } = segment
  const best = points ? closest(segment, points, from, direction, need) : []
  if (best.length >= need) return Uint32Array.from(best)
  for (const doc of byId) {
    if (best.length >= need) break
    const matches = ((u32[scratch.acc + (doc >>> 5)] ?? 0) >>> doc) & 1
    if (matches && points?.has(doc) !== true) best.push(doc)
  }
  return Uint32Array.from(best)
}

const closest = (
  segment: Segment,
  points: MapPoints,
  from: Point,
  direction: Order['order'],
  need: number,
): number[] => {
  const { ids, scratch } = segment
  const sign = direction === 'asc' ? 1 : -1
  let best: { doc: number; far: number }[] = []
  // A document beyond this distance cannot be among the first.
  let limit = Infinity
  let box: Box | undefined
  const trim = (): void => {
    best.sort((x, y) => x.far - y.far || compareIds(ids, x.doc * 4, ids, y.doc * 4))
    best = best.slice(0, need)
    const last = best[need - 1]
    if (!last) return
    limit = last.far
    if (sign > 0) box = boxOf({ ...from, withinKm: kmOf(limit) })
  }
  eachDoc(segment, scratch.acc, (doc) => {
    const least = points.nearest(doc, from, box)
    const far = sign * least
    if (least === Infinity || far > limit) return undefined
    best.push({ doc, far })
    if (best.length >= need * 2 + 256) trim()
    return undefined
  })
  trim()
  return best.map((entry) => entry.doc)
}
