import { isDense, none, setWords } from './segment-header.ts'
import type { Members } from './segment-members.ts'

/** How many documents each set has. */
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

/**
 * Room for sets of the given sizes: where each starts, counted in words from the first, and the words they take together.
 * Dense sets come first, so that every one of them starts at a multiple of four words.
 */
export const planSets = (
  counts: Uint32Array,
  docs: number,
): { places: Uint32Array<ArrayBuffer>; words: number } => {
  const places = new Uint32Array(counts.length)
  const dense = setWords(docs)
  let words = 0
  counts.forEach((count, index) => {
    if (!isDense(count, docs)) return
    places[index] = words
    words += dense
  })
  counts.forEach((count, index) => {
    if (isDense(count, docs)) return
    places[index] = words
    words += count
  })
  return { places, words }
}

/** Writes the sets into `target`, each at its place; `documents` are the collection's in the order of their new numbers. */
export const writeSets = (
  target: Uint32Array,
  places: Uint32Array,
  counts: Uint32Array,
  members: Members,
  documents: Uint32Array,
): void => {
  const docs = documents.length
  const last = new Int32Array(counts.length).fill(-1)
  // Where the next document of a list goes; `none` for a bitset.
  const next = places.map((place, set) => (isDense(counts[set] ?? 0, docs) ? none : place))
  for (let doc = 0; doc < docs; doc++) {
    const { sets, length } = members.of(documents[doc] ?? 0)
    for (let i = 0; i < length; i++) {
      const set = sets[i] ?? 0
      if (last[set] === doc) continue
      last[set] = doc
      const place = next[set] ?? 0
      if (place === none) {
        const at = (places[set] ?? 0) + (doc >>> 5)
        target[at] = (target[at] ?? 0) | (1 << doc)
      } else {
        next[set] = place + 1
        target[place] = doc
      }
    }
  }
}
