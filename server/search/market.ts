import type { Category } from '../../contract/records/records.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'
import type { Memory } from './memory.ts'
import { joinable, needsCompaction } from './compaction.ts'
import { prepareDoc, type Prepared } from './prepare-doc.ts'
import { segmentOf } from './segment-build.ts'
import { createCollection } from './segment-collect.ts'
import { unpackDocs } from './segment-unpack.ts'
import { openSegment, type Segment } from './segment.ts'

/** `live` marks the documents that still count; null means all. */
export type PublishedSegment = {
  number: number
  memory: Memory
  version: number
  live: Int32Array | null
  alive: number
}
export type Published = Record<Category, PublishedSegment[]>

/** Published state is immutable: a change clears bits in a copy of `live`, so that readers always see a consistent state. */
export type Market = {
  /** All of a category or, after a failure, none of it. */
  upsert(docs: readonly SearchDoc[]): void
  remove(category: Category, ids: readonly string[]): void
  tidy(): void
  beginReplacement(): void
  /** Later changes stay on top. */
  replace(built: Record<Category, readonly Memory[]>): void
  needsCompaction(): boolean
  published(): Published
}

type OpenSegment = PublishedSegment & { segment: Segment; since: boolean }

const categories: readonly Category[] = ['company', 'people']

export const createMarket = (lanes: number, start?: Published): Market => {
  let watched: Record<Category, Set<string>> | undefined
  // The writer only looks up ids, which needs no lane of its own.
  const reopened = (published: PublishedSegment): OpenSegment => ({
    ...published,
    segment: openSegment(published.memory, 0),
    since: false,
  })
  const segments: Record<Category, OpenSegment[]> = {
    company: (start?.company ?? []).map(reopened),
    people: (start?.people ?? []).map(reopened),
  }
  let next =
    1 + Math.max(0, ...categories.flatMap((name) => segments[name].map((entry) => entry.number)))
  const fresh = (memory: Memory, since: boolean): OpenSegment => {
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

  const markRemoved = (category: Category, ids: Iterable<string>, among: OpenSegment[]): void => {
    const touched = new Map<OpenSegment, Int32Array>()
    for (const id of ids)
      for (const entry of among) {
        const doc = entry.segment.docOf(id)
        if (doc === -1) continue
        const live = touched.get(entry) ?? copyOf(entry)
        touched.set(entry, live)
        const bits = live[doc >>> 5] ?? 0
        if (((bits >>> doc) & 1) === 0) continue
        live[doc >>> 5] = bits & ~(1 << doc)
        entry.alive--
      }
    for (const [entry, live] of touched) {
      entry.live = live
      entry.version++
    }
    segments[category] = segments[category].filter((entry) => entry.alive > 0)
  }
  const segmentFor = (
    category: Category,
    docs: readonly Prepared[],
    since: boolean,
  ): OpenSegment => {
    const collection = createCollection(category)
    for (const doc of docs) collection.add(doc)
    return fresh(segmentOf(collection, lanes), since)
  }
  const mergeSegments = (category: Category, some: readonly OpenSegment[]): void => {
    const docs = some.flatMap((entry) => unpackDocs(entry.segment, entry.live))
    // The merged segments are all from before a replacement or all from after its start.
    const since = some.some((segment) => segment.since)
    const merged = docs.length > 0 ? [segmentFor(category, docs, since)] : []
    segments[category] = [...segments[category].filter((entry) => !some.includes(entry)), ...merged]
  }

  return {
    upsert: (docs) => {
      for (const category of categories) {
        const latest = new Map<string, SearchDoc>()
        for (const doc of docs) if (doc.category === category) latest.set(doc.id, doc)
        if (latest.size === 0) continue
        const added = segmentFor(
          category,
          [...latest.values()].map((doc) => prepareDoc(doc)),
          watched !== undefined,
        )
        for (const id of latest.keys()) watched?.[category].add(id)
        markRemoved(category, latest.keys(), segments[category])
        segments[category].push(added)
      }
    },
    remove: (category, ids) => {
      for (const id of ids) watched?.[category].add(id)
      markRemoved(category, ids, segments[category])
    },
    tidy: () => {
      for (const category of categories)
        for (;;) {
          const some = findMergeable(segments[category])
          if (!some) break
          mergeSegments(category, some)
        }
    },
    beginReplacement: () => {
      watched = { company: new Set(), people: new Set() }
      for (const category of categories)
        for (const segment of segments[category]) segment.since = false
    },
    replace: (built) => {
      const changed = watched
      watched = undefined
      for (const category of categories) {
        const base = built[category].map((memory) => fresh(memory, false))
        const recent = segments[category].filter((segment) => segment.since)
        segments[category] = [...base, ...recent]
        markRemoved(category, changed?.[category] ?? [], base)
      }
    },
    needsCompaction: () =>
      categories.some((category) =>
        needsCompaction(
          segments[category].map(({ alive, segment }) => ({ alive, docs: segment.docs })),
        ),
      ),
    published: () => {
      const shown = (category: Category): PublishedSegment[] =>
        segments[category].map(({ number, memory, version, live, alive }) => ({
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

const copyOf = ({ live, segment }: OpenSegment): Int32Array => {
  const buffer = new SharedArrayBuffer(segment.bitsetLength * 4)
  const copy = new Int32Array(buffer)
  if (live) copy.set(live)
  else
    for (let doc = 0; doc < segment.docs; doc++)
      copy[doc >>> 5] = (copy[doc >>> 5] ?? 0) | (1 << doc)
  return copy
}

const tierOf = ({ alive }: OpenSegment): number =>
  Math.floor(Math.log(Math.max(1, alive)) / Math.log(8))
/** Of similar size; never mixes segments from before and after the start of a replacement. */
const findMergeable = (segments: readonly OpenSegment[]): OpenSegment[] | undefined => {
  const tiers = new Map<string, OpenSegment[]>()
  for (const segment of segments) {
    if (segment.alive > joinable) continue
    const key = `${segment.since} ${tierOf(segment)}`
    const tier = [...(tiers.get(key) ?? []), segment]
    if (tier.length === 3) return tier
    tiers.set(key, tier)
  }
  return undefined
}
