import { presetOrder } from '../../contract/search/match.ts'
import { sortTexts } from './growable-list.ts'
import { idOrder } from './ids.ts'
import type { Collection, CollectedSort } from './segment-collect.ts'
import { none, type SortHeader } from './segment-header.ts'

/** The rank of each document's value, documents by rank and id, and the start of each rank among them. */
export type PackedSort = {
  header: SortHeader
  ranks: Uint32Array
  order: Uint32Array
  starts: Uint32Array
  numbers: Float64Array
  texts: string[]
}

export const packSorts = (
  collection: Collection,
): { documents: Uint32Array; byId: Uint32Array; sorts: PackedSort[] } => {
  const { docs, parts, category } = collection
  const ids = idOrder(parts.ids.all(), docs)
  const own = presetOrder(category)
  const preset = parts.sorts.get(own.field)
  const documents = preset ? grouped(rankOf(preset, docs), ids, own.order === 'desc') : ids
  const numberOf = new Uint32Array(docs)
  documents.forEach((doc, index) => {
    numberOf[doc] = index
  })
  const byId = ids.map((doc) => numberOf[doc] ?? 0)
  const sorts = [...parts.sorts].map(([field, sort]): PackedSort => {
    const ranking = rankOf(sort, docs)
    const ranks = documents.map((doc) => ranking.ranks[doc] ?? none)
    const { numbers, texts, distinct } = ranking
    const header = { field, kind: sort.kind, distinct }
    const packed = { ranks, numbers, texts, distinct }
    const starts = startsOf(ranks, distinct)
    return { header, ranks, order: grouped(packed, byId, false), starts, numbers, texts }
  })
  return { documents, byId, sorts }
}

type Ranking = { ranks: Uint32Array; numbers: Float64Array; texts: string[]; distinct: number }

const rankOf = (sort: CollectedSort, docs: number): Ranking => {
  const ranks = new Uint32Array(docs).fill(none)
  if (sort.kind === 'text') {
    const { sorted, rank } = sortTexts(sort.texts.texts)
    sort.values.forEach((value, doc) => {
      if (!Number.isNaN(value)) ranks[doc] = rank[value] ?? none
    })
    return { ranks, numbers: new Float64Array(), texts: sorted, distinct: sorted.length }
  }
  const numbers = Float64Array.from(
    new Set(sort.values.filter((value) => !Number.isNaN(value))),
  ).sort()
  const places = new Map(Array.from(numbers, (value, index) => [value, index]))
  sort.values.forEach((value, doc) => {
    ranks[doc] = places.get(value) ?? none
  })
  return { ranks, numbers, texts: [], distinct: numbers.length }
}

const startsOf = (ranks: Uint32Array, distinct: number): Uint32Array => {
  const starts = new Uint32Array(distinct + 2)
  for (const rank of ranks) {
    const at = (rank === none ? distinct : rank) + 1
    starts[at] = (starts[at] ?? 0) + 1
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
  return starts
}

/** Unknown last in both directions; a stable sort. */
const grouped = (ranking: Ranking, order: Uint32Array, descending: boolean): Uint32Array => {
  const { ranks, distinct } = ranking
  const group = (doc: number): number => {
    const rank = ranks[doc] ?? none
    return rank === none ? distinct : descending ? distinct - 1 - rank : rank
  }
  const next = new Uint32Array(distinct + 2)
  for (const doc of order) {
    const at = group(doc) + 1
    next[at] = (next[at] ?? 0) + 1
  }
  for (let i = 1; i < next.length; i++) next[i] = (next[i] ?? 0) + (next[i - 1] ?? 0)
  const out = new Uint32Array(order.length)
  for (const doc of order) {
    const at = group(doc)
    const position = next[at] ?? 0
    next[at] = position + 1
    out[position] = doc
  }
  return out
}
