import { setImmediate } from 'node:timers/promises'
import { similarity } from './similarity.ts'

export type SimilarNames = {
  size: number
  /** The most alike first; exact where edits are few. */
  like(name: string, limit: number): { id: string; alike: number }[]
}

/** Product 2.11. */
export const alikeFrom = 0.85

/**
 * By trigrams in typed arrays, about 100 bytes a name. An edit changes at most four trigrams, so a name within e edits shares at
 * least one of the 4e + 1 rarest: only those are searched.
 */
export const createSimilarNames = (): {
  add(id: string, name: string): void
  /** Takes about a second for several hundred thousand names, and yields to the event loop meanwhile. */
  built(): Promise<SimilarNames>
} => {
  const texts = growing()
  const ids = growing()
  const starts: number[] = [0]
  const counts = new Uint32Array(buckets + 1)
  return {
    add: (id, name) => {
      ids.push(Buffer.from(id.replaceAll('-', ''), 'hex'))
      texts.push(Buffer.from(name))
      starts.push(texts.length())
      for (const code of trigramsOf(name)) counts[code + 1] = (counts[code + 1] ?? 0) + 1
    },
    built: async () => {
      const all = texts.whole()
      const uuids = ids.whole()
      const from = Uint32Array.from(starts)
      const size = from.length - 1
      const nameAt = (at: number): string => all.toString('utf8', from[at], from[at + 1])
      for (let code = 0; code < buckets; code++)
        counts[code + 1] = (counts[code + 1] ?? 0) + (counts[code] ?? 0)
      const places = counts.slice()
      const postings = new Uint32Array(counts[buckets] ?? 0)
      for (let at = 0; at < size; at++) {
        for (const code of trigramsOf(nameAt(at))) {
          const position = places[code] ?? 0
          postings[position] = at
          places[code] = position + 1
        }
        if (at % 2_000 === 1_999) await setImmediate()
      }
      const shared = new Uint8Array(size)
      const many = (code: number): number => (counts[code + 1] ?? 0) - (counts[code] ?? 0)

      return {
        size,
        like: (name, limit) => {
          const codes = trigramsOf(name).toSorted((a, b) => many(a) - many(b))
          const edits = Math.floor(((1 - alikeFrom) * name.length) / alikeFrom)
          const needed = Math.min(3, Math.max(1, codes.length - 4 * edits))
          const looked = codes.slice(0, 4 * edits + needed)
          const touched: number[] = []
          for (const code of looked)
            for (let position = counts[code] ?? 0; position < (counts[code + 1] ?? 0); position++) {
              const at = postings[position] ?? 0
              const before = shared[at] ?? 0
              if (before === 0) touched.push(at)
              shared[at] = before + 1
            }
          const candidates: { at: number; score: number }[] = []
          for (const at of touched) {
            const score = shared[at] ?? 0
            shared[at] = 0
            const length = (from[at + 1] ?? 0) - (from[at] ?? 0)
            if (score >= needed && Math.abs(length - name.length) <= edits + 1)
              candidates.push({ at, score })
          }
          candidates.sort((a, b) => b.score - a.score || a.at - b.at)
          const found: { id: string; alike: number }[] = []
          for (const { at } of candidates.slice(0, maxCompared)) {
            const alike = similarity(name, nameAt(at), alikeFrom)
            if (alike >= alikeFrom) found.push({ id: uuidAt(uuids, at), alike })
          }
          return found
            .toSorted((a, b) => b.alike - a.alike || (a.id < b.id ? -1 : 1))
            .slice(0, limit)
        },
      }
    },
  }
}

const maxCompared = 80
const buckets = 1 << 16

const trigramsOf = (name: string): number[] => {
  const codes = new Set<number>()
  let first = 0
  let second = 0
  for (let at = 0; at <= name.length; at++) {
    const third = at === name.length ? 0 : codeOf(name.charCodeAt(at))
    if (at > 0 || name.length === 1) codes.add((first * 1369 + second * 37 + third) & (buckets - 1))
    first = second
    second = third
  }
  return [...codes]
}

/** A blank is 0, letters are 1 to 26, then digits; other letters share these codes. */
const codeOf = (code: number): number =>
  code === 32
    ? 0
    : code >= 97 && code <= 122
      ? code - 96
      : code >= 48 && code <= 57
        ? code - 21
        : code % 37

const uuidAt = (uuids: Buffer, at: number): string => {
  const hex = uuids.toString('hex', at * 16, at * 16 + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const growing = () => {
  let buffer = Buffer.alloc(1 << 16)
  let length = 0
  return {
    length: () => length,
    push: (bytes: Buffer): void => {
      if (length + bytes.length > buffer.length) {
        const larger = Buffer.alloc(Math.max(buffer.length * 2, length + bytes.length))
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      bytes.copy(buffer, length)
      length += bytes.length
    },
    whole: () => Buffer.from(buffer.subarray(0, length)),
  }
}
