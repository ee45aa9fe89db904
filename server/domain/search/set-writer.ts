import { isDense, setWords } from './segment-header.ts'

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

/** Counts members of sets; documents come one after the other, and one that comes to a set twice counts once. */
export const createCounter = (
  sets: number,
): { add(set: number, doc: number): void; counts: Uint32Array<ArrayBuffer> } => {
  const counts = new Uint32Array(sets)
  const last = new Int32Array(sets).fill(-1)
  return {
    counts,
    add: (set, doc) => {
      if (last[set] === doc) return
      last[set] = doc
      counts[set] = (counts[set] ?? 0) + 1
    },
  }
}

/** Writes sets planned by `planSets` into `target` at word `base`; documents come in ascending order. */
export const createFiller = (
  target: Uint32Array,
  base: number,
  counts: Uint32Array,
  places: Uint32Array,
  docs: number,
): ((set: number, doc: number) => void) => {
  const written = new Uint32Array(counts.length)
  const last = new Int32Array(counts.length).fill(-1)
  return (set, doc) => {
    if (last[set] === doc) return
    last[set] = doc
    const place = base + (places[set] ?? 0)
    if (isDense(counts[set] ?? 0, docs)) {
      const at = place + (doc >>> 5)
      target[at] = (target[at] ?? 0) | (1 << doc)
    } else {
      const at = written[set] ?? 0
      written[set] = at + 1
      target[place + at] = doc
    }
  }
}
