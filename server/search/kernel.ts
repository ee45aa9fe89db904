/**
 * Arithmetic on sets of document numbers inside one shared buffer. Every place is an index of 32-bit words in that buffer;
 * a set holds `words` words (a multiple of 4, at a place that is a multiple of 4), one bit a document; a list is ascending document numbers.
 */
export type Kernel = {
  zero(at: number, words: number): void
  copy(to: number, from: number, words: number): void
  and(to: number, from: number, words: number): void
  or(to: number, from: number, words: number): void
  andNot(to: number, from: number, words: number): void
  count(at: number, words: number): number
  countAnd(a: number, b: number, words: number): number
  /** Adds the documents of a list to a set. */
  mark(set: number, list: number, length: number): void
  /** Takes the documents of a list out of a set. */
  unmark(set: number, list: number, length: number): void
  /** How many documents of a list a set holds. */
  countMarked(set: number, list: number, length: number): number
  /** Writes the first `limit` documents of a set, from document `start` on, as a list; returns how many there were. */
  gather(set: number, words: number, start: number, to: number, limit: number): number
}

/** The kernel in plain TypeScript: for small segments, and the meaning the other one is tested against. */
export const plainKernel = (buffer: SharedArrayBuffer): Kernel => {
  const w = new Int32Array(buffer)
  return {
    zero: (at, words) => {
      w.fill(0, at, at + words)
    },
    copy: (to, from, words) => {
      w.copyWithin(to, from, from + words)
    },
    and: (to, from, words) => {
      for (let i = 0; i < words; i++) w[to + i] = (w[to + i] ?? 0) & (w[from + i] ?? 0)
    },
    or: (to, from, words) => {
      for (let i = 0; i < words; i++) w[to + i] = (w[to + i] ?? 0) | (w[from + i] ?? 0)
    },
    andNot: (to, from, words) => {
      for (let i = 0; i < words; i++) w[to + i] = (w[to + i] ?? 0) & ~(w[from + i] ?? 0)
    },
    count: (at, words) => {
      let total = 0
      for (let i = 0; i < words; i++) total += ones(w[at + i] ?? 0)
      return total
    },
    countAnd: (a, b, words) => {
      let total = 0
      for (let i = 0; i < words; i++) total += ones((w[a + i] ?? 0) & (w[b + i] ?? 0))
      return total
    },
    mark: (set, list, length) => {
      for (let i = list; i < list + length; i++) {
        const doc = w[i] ?? 0
        const at = set + (doc >>> 5)
        w[at] = (w[at] ?? 0) | (1 << doc)
      }
    },
    unmark: (set, list, length) => {
      for (let i = list; i < list + length; i++) {
        const doc = w[i] ?? 0
        const at = set + (doc >>> 5)
        w[at] = (w[at] ?? 0) & ~(1 << doc)
      }
    },
    countMarked: (set, list, length) => {
      let total = 0
      for (let i = list; i < list + length; i++) {
        const doc = w[i] ?? 0
        total += ((w[set + (doc >>> 5)] ?? 0) >>> doc) & 1
      }
      return total
    },
    gather: (set, words, start, to, limit) => {
      let found = 0
      let mask = -1 << start
      for (let i = start >>> 5; i < words && found < limit; i++) {
        let bits = (w[set + i] ?? 0) & mask
        mask = -1
        while (bits !== 0 && found < limit) {
          w[to + found++] = (i << 5) + 31 - Math.clz32(bits & -bits)
          bits &= bits - 1
        }
      }
      return found
    },
  }
}

/** How many bits of a 32-bit word are set. */
const ones = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
