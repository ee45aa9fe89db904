import type { Category } from '../../contract/records/records.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'
import type { Memory } from './memory.ts'
import { prepared, type Prepared } from './prepared.ts'
import { segmentOf } from './segment-build.ts'
import { createCollection } from './segment-collect.ts'
import { unpacked } from './segment-unpack.ts'
import { openSegment, type Segment } from './segment.ts'

/** A segment as it is handed to the threads that answer: `live` says which documents still count; null means all. */
export type PublishedSegment = {
  /** Never used twice in one market. */
  number: number
  memory: Memory
  /** Changes whenever `live` does. */
  version: number
  live: Int32Array | null
  alive: number
}
export type Published = Record<Category, PublishedSegment[]>

/**
 * The segments of both categories and what is left alive in each. Nothing published is ever changed: a replaced or removed
 * document is taken out of a fresh copy of `live`, so that readers always see one state.
 */
export type Market = {
  upsert(docs: readonly SearchDoc[]): void
  remove(category: Category, ids: readonly string[]): void
  /** Joins small segments as they become many. */
  tidy(): void
  /** From now on ids that change are remembered, for `replace`. */
  beginReplacement(): void
  /** Puts freshly built segments in the place of all that were there when the replacement began; what has changed since stays on top. */
  replace(built: Partial<Record<Category, Memory>>): void
  /** Whether so much has been changed or removed that building anew pays. */
  worn(): boolean
  published(): Published
}

type Held = PublishedSegment & { segment: Segment; since: boolean }

const categories: readonly Category[] = ['company', 'people']

/** An empty market, or one that goes on from a published state. */
export const createMarket = (lanes: number, start?: Published): Market => {
  let watched: Record<Category, Set<string>> | undefined
  // The writer only looks ids up, which needs no lane of its own.
  const reopened = (one: PublishedSegment): Held => ({
    ...one,
    segment: openSegment(one.memory, 0),
    since: false,
  })
  const held: Record<Category, Held[]> = {
    company: (start?.company ?? []).map(reopened),
    people: (start?.people ?? []).map(reopened),
  }
  let next = 1 + Math.max(0, ...categories.flatMap((name) => held[name].map((one) => one.number)))
  const fresh = (memory: Memory, since: boolean): Held => {
    const segment = openSegment(memory, 0)
    return {
      number: next++,
      memory,
      version: 0,
      live: null,
      alive: segment.docs,
      segment,
      since,
    }
  }

  const bury = (category: Category, ids: Iterable<string>, among: Held[]): void => {
    const touched = new Map<Held, Int32Array>()
    for (const id of ids)
      for (const one of among) {
        const doc = one.segment.docOf(id)
        if (doc === -1) continue
        const live = touched.get(one) ?? copyOf(one)
        touched.set(one, live)
        const word = live[doc >>> 5] ?? 0
        if (((word >>> doc) & 1) === 0) continue
        live[doc >>> 5] = word & ~(1 << doc)
        one.alive--
      }
    for (const [one, live] of touched) {
      one.live = live
      one.version++
    }
    held[category] = held[category].filter((one) => one.alive > 0)
  }
  const add = (category: Category, docs: readonly Prepared[], since: boolean): void => {
    const collection = createCollection(category)
    for (const doc of docs) collection.add(doc)
    held[category].push(fresh(segmentOf(collection, lanes), since))
  }
  const join = (category: Category, some: readonly Held[]): void => {
    const docs = some.flatMap((one) => unpacked(one.segment, one.live))
    held[category] = held[category].filter((one) => !some.includes(one))
    // The joined are all from before a replacement or all from since it began.
    if (docs.length > 0)
      add(
        category,
        docs,
        some.some((one) => one.since),
      )
  }

  return {
    upsert: (docs) => {
      for (const category of categories) {
        const latest = new Map<string, SearchDoc>()
        for (const doc of docs) if (doc.category === category) latest.set(doc.id, doc)
        if (latest.size === 0) continue
        for (const id of latest.keys()) watched?.[category].add(id)
        bury(category, latest.keys(), held[category])
        add(
          category,
          [...latest.values()].map((doc) => prepared(doc)),
          watched !== undefined,
        )
      }
    },
    remove: (category, ids) => {
      for (const id of ids) watched?.[category].add(id)
      bury(category, ids, held[category])
    },
    tidy: () => {
      for (const category of categories)
        for (;;) {
          const some = crowd(held[category])
          if (!some) break
          join(category, some)
        }
    },
    beginReplacement: () => {
      watched = { company: new Set(), people: new Set() }
      for (const category of categories) for (const one of held[category]) one.since = false
    },
    replace: (built) => {
      const changed = watched
      watched = undefined
      for (const category of categories) {
        const memory = built[category]
        const base = memory ? [fresh(memory, false)] : []
        const recent = held[category].filter((one) => one.since)
        held[category] = [...base, ...recent]
        bury(category, changed?.[category] ?? [], base)
      }
    },
    worn: () => categories.some((category) => isWorn(held[category])),
    published: () => {
      const shown = (category: Category): PublishedSegment[] =>
        held[category].map(({ number, memory, version, live, alive }) => ({
          number,
          memory,
          version,
          live,
          alive,
        }))
      return { company: shown('company'), people: shown('people') }
    },
  }
}

const copyOf = ({ live, segment }: Held): Int32Array => {
  const words = new SharedArrayBuffer(segment.words * 4)
  const copy = new Int32Array(words)
  if (live) copy.set(live)
  else
    for (let doc = 0; doc < segment.docs; doc++)
      copy[doc >>> 5] = (copy[doc >>> 5] ?? 0) | (1 << doc)
  return copy
}

const tierOf = ({ alive }: Held): number => Math.floor(Math.log(Math.max(1, alive)) / Math.log(8))
/** Above this many documents a segment is only ever replaced as a whole: joining it would hold up changes for a second. */
const joinable = 16_384

/** Segments of about one size that have become three; those from before a replacement and those since are never joined with each other. */
const crowd = (held: readonly Held[]): Held[] | undefined => {
  const tiers = new Map<string, Held[]>()
  for (const one of held) {
    if (one.alive > joinable) continue
    const key = `${one.since} ${tierOf(one)}`
    const tier = [...(tiers.get(key) ?? []), one]
    if (tier.length === 3) return tier
    tiers.set(key, tier)
  }
  return undefined
}

const isWorn = (held: readonly Held[]): boolean => {
  const widest = Math.max(0, ...held.map((one) => one.segment.docs))
  const base = held.find((one) => one.segment.docs === widest)
  if (!base || widest < joinable) return false
  const beside = held.reduce((sum, one) => sum + (one === base ? 0 : one.alive), 0)
  return (beside + base.segment.docs - base.alive) * 5 > widest
}
