import { isDense, none, bitsetLengthOf } from './segment-header.ts'
import type { Members } from './segment-members.ts'

export const countSets = (members: Members, docs: number): Uint32Array<ArrayBuffer> => {
  const counts = new Uint32Array(members.count)
  const last = new Int32Array(members.count).fill(-1)
  for (let doc = 0; doc < docs; doc++) {
    const { sets, length } = members.of(doc)
    for (let i = 0; i < length; i++) {
      const set = sets[i] ?? 0
      if (last[set] === doc) continue
      last[set] = doc
      counts[set] = (counts[set] ?? 0) + 1
    }
  }
  return counts
}

/** Starts in words. Dense sets come first, so that each starts at a multiple of four words. */
export const planSets = (
  counts: Uint32Array,
  docs: number,
): { places: Uint32Array<ArrayBuffer>; length: number } => {
  const places = new Uint32Array(counts.length)
  const dense = bitsetLengthOf(docs)
  let length = 0
  counts.forEach((count, index) => {
    if (!isDense(count, docs)) return
    places[index] = length
    length += dense
  })
  counts.forEach((count, index) => {
    if (isDense(count, docs)) return
    places[index] = length
    length += count
  })
  return { places, length }
}

/** `documents` are the collection's in the order of their new numbers. */
export const writeSets = (
  target: Uint32Array,
  places: Uint32Array,
  counts: Uint32Array,
  members: Members,
  documents: Uint32Array,
): void => {
  const docs = documents.length
  const last = new Int32Array(counts.length).fill(-1)
  // The next write position of each list; `none` for a bitset.
  const next = places.map((offset, set) => (isDense(counts[set] ?? 0, docs) ? none : offset))
  for (let doc = 0; doc < docs; doc++) {
    const { sets, length } = members.of(documents[doc] ?? 0)
    for (let i = 0; i < length; i++) {
      const set = sets[i] ?? 0
      if (last[set] === doc) continue
      last[set] = doc
      const offset = next[set] ?? 0
      if (offset === none) {
        const at = (places[set] ?? 0) + (doc >>> 5)
        target[at] = (target[at] ?? 0) | (1 << doc)
      } else {
        next[set] = offset + 1
        target[offset] = doc
      }
    }
  }
}
