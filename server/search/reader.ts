import type { Category } from '../../contract/records/records.ts'
import { autocomplete } from './autocomplete.ts'
import { counts } from './counts.ts'
import type { SearchEngine } from './engine.ts'
import type { Published, PublishedSegment } from './market.ts'
import type { Part } from './posting-lists.ts'
import { optionTables } from './option-table.ts'
import { options } from './options.ts'
import { search } from './search.ts'
import { createMemoryReleaser } from './release-memory.ts'
import { openSegment, type Segment } from './segment.ts'

type Answer<Name extends 'search' | 'counts' | 'options' | 'autocomplete'> = (
  request: Parameters<SearchEngine[Name]>[0],
) => Awaited<ReturnType<SearchEngine[Name]>>

/** From the last shown state, in its own lane of the segments' scratch; never two answers at a time in a lane. */
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
  const releaseMemory = createMemoryReleaser()
  const nothing = (): Shown => ({ parts: [], tables: optionTables([]) })
  const shown: Record<Category, Shown> = { company: nothing(), people: nothing() }

  const open = (entry: PublishedSegment): Opened => {
    const known = opened.get(entry.number) ?? {
      segment: openSegment(entry.memory, lane),
      version: undefined,
      alive: 0,
    }
    if (known.version !== entry.version) setLive(known.segment, entry.live)
    return { segment: known.segment, version: entry.version, alive: entry.alive }
  }

  return {
    show: (published) => {
      const now = new Map<number, Opened>()
      for (const category of ['company', 'people'] as const) {
        const before = shown[category].parts
        const parts = published[category].map((entry) => {
          const known = opened.get(entry.number)
          const next = known?.version === entry.version && known ? known : open(entry)
          now.set(entry.number, next)
          return next
        })
        const same = before.length === parts.length && parts.every((part, i) => part === before[i])
        if (!same) shown[category] = { parts, tables: optionTables(parts) }
      }
      opened = now
      releaseMemory(published)
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
  const { u32, scratch, bitsetLength, docs } = segment
  if (live) {
    u32.set(live, scratch.live)
    return
  }
  u32.fill(0, scratch.live, scratch.live + bitsetLength)
  u32.fill(0xffffffff, scratch.live, scratch.live + (docs >>> 5))
  if (docs % 32 > 0) u32[scratch.live + (docs >>> 5)] = (1 << (docs % 32)) - 1
}
