import { setImmediate } from 'node:timers/promises'
import { similarity } from './similarity.ts'

/** Names of a whole market, to be asked for those like one that may be misspelt. */
export type SimilarNames = {
  size: number
  /** At most so many names at least so much alike, the most alike first; exact where edits are few, as every name that could be alike is compared. */
  like(name: string, most: number): { id: string; alike: number }[]
}

/** Names less alike are not worth a look (product 2.11). */
export const alikeFrom = 0.85

/**
 * An index of folded names by their trigrams, in typed arrays: about 100 bytes a name. An edit changes at most four of a name's
 * trigrams, so of its 4e + 1 rarest ones a name within e edits shares at least one: only those are looked through.
 */
export const createSimilarNames = (): {
  add(id: string, name: string): void
  /** Takes a second for some hundred thousand names, and lets others have their turn meanwhile. */
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
          const place = places[code] ?? 0
          postings[place] = at
          places[code] = place + 1
        }
        if (at % 2_000 === 1_999) await setImmediate()
      }
      const shared = new Uint8Array(size)
      const many = (code: number): number => (counts[code + 1] ?? 0) - (counts[code] ?? 0)

      return {
        size,
        like: (name, most) => {
          const codes = trigramsOf(name).toSorted((one, other) => many(one) - many(other))
          const edits = Math.floor(((1 - alikeFrom) * name.length) / alikeFrom)
          const needed = Math.min(3, Math.max(1, codes.length - 4 * edits))
          const looked = codes.slice(0, 4 * edits + needed)
          const touched: number[] = []
          for (const code of looked)
            for (let place = counts[code] ?? 0; place < (counts[code + 1] ?? 0); place++) {
              const at = postings[place] ?? 0
              const before = shared[at] ?? 0
              if (before === 0) touched.push(at)
              shared[at] = before + 1
            }
          const kept: { at: number; score: number }[] = []
          for (const at of touched) {
            const score = shared[at] ?? 0
            shared[at] = 0
            const length = (from[at + 1] ?? 0) - (from[at] ?? 0)
            if (score >= needed && Math.abs(length - name.length) <= edits + 1)
              kept.push({ at, score })
          }
          kept.sort((one, other) => other.score - one.score || one.at - other.at)
          const found: { id: string; alike: number }[] = []
          for (const { at } of kept.slice(0, mostCompared)) {
            const alike = similarity(name, nameAt(at), alikeFrom)
            if (alike >= alikeFrom) found.push({ id: uuidAt(uuids, at), alike })
          }
          return found
            .toSorted((one, other) => other.alike - one.alike || (one.id < other.id ? -1 : 1))
            .slice(0, most)
        },
      }
    },
  }
}

const mostCompared = 80
const buckets = 1 << 16

/** The distinct trigrams of a name as numbers, its ends marked. */
const trigramsOf = (name: string): number[] => {
  const codes = new Set<number>()
  let one = 0
  let two = 0
  for (let at = 0; at <= name.length; at++) {
    const three = at === name.length ? 0 : codeOf(name.charCodeAt(at))
    if (at > 0 || name.length === 1) codes.add((one * 1369 + two * 37 + three) & (buckets - 1))
    one = two
    two = three
  }
  return [...codes]
}

/** A blank is 0, letters 1 to 26, digits above; other letters share the places of these. */
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

/** Bytes that are added to, without a copy for every addition. */
const growing = () => {
  let held = Buffer.alloc(1 << 16)
  let length = 0
  return {
    length: () => length,
    push: (bytes: Buffer): void => {
      if (length + bytes.length > held.length) {
        const larger = Buffer.alloc(Math.max(held.length * 2, length + bytes.length))
        held.copy(larger, 0, 0, length)
        held = larger
      }
      bytes.copy(held, length)
      length += bytes.length
    },
    whole: () => Buffer.from(held.subarray(0, length)),
  }
}
