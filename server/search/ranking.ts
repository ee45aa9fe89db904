import type { Criteria } from '../../contract/search/criteria.ts'
import { presetOrder, type Order } from '../../contract/search/match.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { compareIds } from './ids.ts'
import { firstDocs, type Part } from './posting-lists.ts'
import { nameClasses } from './name-classes.ts'
import { nearest } from './nearest.ts'
import { none } from './segment-header.ts'
import type { Segment, SortField } from './segment.ts'

export type Ranked = { docs: Uint32Array; classes?: Uint8Array }

/** `acc` holds `total` documents; overwrites the other scratch sets. See `orderOf`. */
export const rankDocs = (
  { segment }: Part,
  criteria: Criteria,
  order: Order,
  total: number,
  need: number,
): Ranked => {
  const { acc } = segment.scratch
  const preset = presetOrder(segment.category)
  if (order.field === 'relevance') return byRelevance(segment, foldText(criteria.search), need)
  if (order.field === preset.field && order.order === preset.order)
    return { docs: firstDocs(segment, acc, need) }
  if (order.field === 'distance' && criteria.metadata.near)
    return { docs: nearest(segment, criteria.metadata.near, order.order, need) }
  const field = segment.sorts.get(order.field)
  const docs =
    total * total * 16 < need * segment.docs
      ? sorted(segment, field, order.order, need)
      : walked(segment, field, order.order, Math.min(need, total))
  return { docs }
}

const byRelevance = (segment: Segment, query: string, need: number): Ranked => {
  const { kernel, bitsetLength, scratch } = segment
  const { acc, a, b, c, d } = scratch
  nameClasses(segment, query)
  const docs: number[] = []
  const classes: number[] = []
  ;[a, b, c, 0].forEach((holders, index) => {
    if (docs.length >= need) return
    kernel.copy(d, acc, bitsetLength)
    if (holders > 0) {
      kernel.and(d, holders, bitsetLength)
      kernel.andNot(acc, holders, bitsetLength)
    }
    for (const doc of firstDocs(segment, d, need - docs.length)) {
      docs.push(doc)
      classes.push(index)
    }
  })
  return { docs: Uint32Array.from(docs), classes: Uint8Array.from(classes) }
}

const sorted = (
  segment: Segment,
  field: SortField | undefined,
  direction: Order['order'],
  need: number,
): Uint32Array => {
  const docs = firstDocs(segment, segment.scratch.acc, segment.docs)
  const sortKey = (doc: number): number => {
    const rank = field?.ranks[doc] ?? none
    return rank === none ? none : direction === 'asc' ? rank : none - 1 - rank
  }
  const { ids } = segment
  return docs
    .sort((x, y) => sortKey(x) - sortKey(y) || compareIds(ids, x * 4, ids, y * 4))
    .subarray(0, need)
}

const walked = (
  { u32, scratch, byId, docs: count }: Segment,
  field: SortField | undefined,
  direction: Order['order'],
  need: number,
): Uint32Array => {
  const docs = new Uint32Array(need)
  let found = 0
  const take = (order: Uint32Array, from: number, to: number): boolean => {
    for (let i = from; i < to && found < need; i++) {
      const doc = order[i] ?? 0
      if (((u32[scratch.acc + (doc >>> 5)] ?? 0) >>> doc) & 1) docs[found++] = doc
    }
    return found === need
  }
  if (!field) {
    take(byId, 0, count)
    return docs
  }
  const { order, starts, distinct } = field
  const known = starts[distinct] ?? 0
  if (direction === 'asc') take(order, 0, known)
  else
    for (let rank = distinct - 1; rank >= 0; rank--)
      if (take(order, starts[rank] ?? 0, starts[rank + 1] ?? 0)) break
  take(order, known, count)
  return docs
}
