/**
 * On document numbers in one shared buffer. Addresses count 32-bit words; a set has `length` words (length and address are
 * multiples of 4), one bit per document; a list is ascending.
 */
export type Kernel = {
  zero(at: number, length: number): void
  copy(to: number, from: number, length: number): void
  and(to: number, from: number, length: number): void
  or(to: number, from: number, length: number): void
  andNot(to: number, from: number, length: number): void
  count(at: number, length: number): number
  countAnd(a: number, b: number, length: number): number
  mark(set: number, list: number, length: number): void
  unmark(set: number, list: number, length: number): void
  countMarked(set: number, list: number, length: number): number
  /** Writes a list of the first `limit` documents from `start` on; returns how many. */
  gather(set: number, length: number, start: number, to: number, limit: number): number
}

/** For small segments, and the reference for tests of the WebAssembly kernel. */
export const plainKernel = (buffer: SharedArrayBuffer): Kernel => {
  const w = new Int32Array(buffer)
  return {
    zero: (at, length) => {
      w.fill(0, at, at + length)
    },
    copy: (to, from, length) => {
      w.copyWithin(to, from, from + length)
    },
    and: (to, from, length) => {
      for (let i = 0; i < length; i++) w[to + i] = (w[to + i] ?? 0) & (w[from + i] ?? 0)
    },
    or: (to, from, length) => {
      for (let i = 0; i < length; i++) w[to + i] = (w[to + i] ?? 0) | (w[from + i] ?? 0)
    },
    andNot: (to, from, length) => {
      for (let i = 0; i < length; i++) w[to + i] = (w[to + i] ?? 0) & ~(w[from + i] ?? 0)
    },
    count: (at, length) => {
      let total = 0
      for (let i = 0; i < length; i++) total += ones(w[at + i] ?? 0)
      return total
    },
    countAnd: (a, b, length) => {
      let total = 0
      for (let i = 0; i < length; i++) total += ones((w[a + i] ?? 0) & (w[b + i] ?? 0))
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
    gather: (set, length, start, to, limit) => {
      let found = 0
      let mask = -1 << start
      for (let i = start >>> 5; i < length && found < limit; i++) {
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

const ones = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
