import type { Category } from '../../contract/records/records.ts'
import { autocomplete } from './autocomplete.ts'
import { counts } from './counting.ts'
import type { SearchEngine } from './engine.ts'
import type { Published, PublishedSegment } from './market.ts'
import type { Part } from './matching.ts'
import { optionTables } from './option-table.ts'
import { options } from './options.ts'
import { search } from './searching.ts'
import { createLettingGo } from './letting-go.ts'
import { openSegment, type Segment } from './segment.ts'

type Answer<Name extends 'search' | 'counts' | 'options' | 'autocomplete'> = (
  request: Parameters<SearchEngine[Name]>[0],
) => Awaited<ReturnType<SearchEngine[Name]>>

/** Answers from the state last shown to it, in its own lane of the segments' scratch; never while another answer is made in that lane. */
export type Reader = {
  show(published: Published): void
  search: Answer<'search'>
  counts: Answer<'counts'>
  options: Answer<'options'>
  autocomplete: Answer<'autocomplete'>
}

type Opened = { segment: Segment; version: number | undefined; alive: number }
type Shown = { parts: readonly Part[]; tables: ReturnType<typeof optionTables> }

export const createReader = (lane: number): Reader => {
  let opened = new Map<number, Opened>()
  const letGo = createLettingGo()
  const nothing = (): Shown => ({ parts: [], tables: optionTables([]) })
  const shown: Record<Category, Shown> = { company: nothing(), people: nothing() }

  const open = (one: PublishedSegment): Opened => {
    const known = opened.get(one.number) ?? {
      segment: openSegment(one.memory, lane),
      version: undefined,
      alive: 0,
    }
    if (known.version !== one.version) setLive(known.segment, one.live)
    return { segment: known.segment, version: one.version, alive: one.alive }
  }

  return {
    show: (published) => {
      const now = new Map<number, Opened>()
      for (const category of ['company', 'people'] as const) {
        const before = shown[category].parts
        const parts = published[category].map((one) => {
          const known = opened.get(one.number)
          const next = known?.version === one.version && known ? known : open(one)
          now.set(one.number, next)
          return next
        })
        const same = before.length === parts.length && parts.every((part, i) => part === before[i])
        if (!same) shown[category] = { parts, tables: optionTables(parts) }
      }
      opened = now
      letGo(published)
    },
    search: (request) => search(shown[request.category].parts, request),
    counts: (request) => counts(shown[request.category].parts, request),
    options: (request) => {
      const { parts, tables } = shown[request.category]
      return options(parts, tables(request.identifier, request.country), request)
    },
    autocomplete: (request) => autocomplete(shown[request.category].parts, request),
  }
}

const setLive = (segment: Segment, live: Int32Array | null): void => {
  const { u32, scratch, words, docs } = segment
  if (live) {
    u32.set(live, scratch.live)
    return
  }
  u32.fill(0, scratch.live, scratch.live + words)
  u32.fill(0xffffffff, scratch.live, scratch.live + (docs >>> 5))
  if (docs % 32 > 0) u32[scratch.live + (docs >>> 5)] = (1 << (docs % 32)) - 1
}
