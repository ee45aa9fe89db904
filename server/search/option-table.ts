import { addValue, empty } from './clauses.ts'
import { joinInto, type Part } from './posting-lists.ts'
import { none } from './segment-header.ts'
import type { Segment } from './segment.ts'

/** Over all segments, with at least one record, most frequent first, ties by value. */
export type OptionTable = {
  size: number
  value(position: number): string
  count(position: number): number
  positionOf(part: number, code: number): number | undefined
}

export type Country = 'AU' | 'NZ'

/** Built on first use; valid for these parts in their present state. */
export const optionTables = (
  parts: readonly Part[],
): ((identifier: string, country: Country | undefined) => OptionTable) => {
  const known = new Map<string, OptionTable>()
  return (identifier, country) => {
    const key = `${identifier} ${country ?? ''}`
    const table = known.get(key) ?? tableOf(parts, identifier, country)
    known.set(key, table)
    return table
  }
}

type Entry = { segment: Segment; code: number; count: number }

const tableOf = (
  parts: readonly Part[],
  identifier: string,
  country: Country | undefined,
): OptionTable => {
  const widest = Math.max(...parts.map((part) => part.segment.docs))
  const base = parts.findIndex((part) => part.segment.docs === widest)
  const entries: Entry[] = []
  const entryOf = new Map<number, { from: number; entries: Uint32Array }>()
  const order = [...parts.keys()].sort((x, y) => Number(y === base) - Number(x === base))
  for (const index of order) {
    const part = parts[index]
    const facet = part?.segment.facets.get(identifier)
    if (!part || !facet || facet.self) continue
    const { values } = part.segment
    const counts = countCodes(part, facet, country)
    const places = new Uint32Array(facet.to - facet.from).fill(none)
    const known = index === base ? undefined : knownIn(parts[base], identifier, entryOf.get(base))
    const others = index === base ? undefined : new Map(extras(entries, parts[base]?.segment))
    counts.forEach((count, at) => {
      const code = facet.from + at
      if (index !== base) {
        const value = values.at(code)
        const entry = known?.(value) ?? others?.get(value)
        const existing = entry === undefined ? undefined : entries[entry]
        if (entry !== undefined && existing) {
          existing.count += count
          places[at] = entry
          return
        }
      }
      places[at] = entries.length
      entries.push({ segment: part.segment, code, count })
    })
    entryOf.set(index, { from: facet.from, entries: places })
  }
  return sortedTable(entries, entryOf)
}

const knownIn = (
  part: Part | undefined,
  identifier: string,
  codes: { from: number; entries: Uint32Array } | undefined,
): ((value: string) => number | undefined) => {
  const facet = part?.segment.facets.get(identifier)
  if (!part || !facet || !codes) return () => undefined
  return (value) => {
    const code = part.segment.values.find(value, facet.from, facet.to)
    return code === -1 ? undefined : codes.entries[code - codes.from]
  }
}

function* extras(
  entries: readonly Entry[],
  base: Segment | undefined,
): Generator<readonly [string, number]> {
  for (const [index, entry] of entries.entries())
    if (entry.segment !== base) yield [entry.segment.values.at(entry.code), index]
}

const sortedTable = (
  entries: readonly Entry[],
  entryOf: ReadonlyMap<number, { from: number; entries: Uint32Array }>,
): OptionTable => {
  const sortedEntries = Uint32Array.from(entries.keys()).filter(
    (entry) => (entries[entry]?.count ?? 0) > 0,
  )
  sortedEntries.sort((x, y) => compareEntries(entries[x], entries[y]))
  const places = new Uint32Array(entries.length).fill(none)
  sortedEntries.forEach((entry, position) => {
    places[entry] = position
  })
  const entryAt = (position: number): Entry | undefined => entries[sortedEntries[position] ?? none]
  return {
    size: sortedEntries.length,
    value: (position) => {
      const entry = entryAt(position)
      return entry ? entry.segment.values.at(entry.code) : ''
    },
    count: (position) => entryAt(position)?.count ?? 0,
    positionOf: (part, code) => {
      const codes = entryOf.get(part)
      const position = codes && places[codes.entries[code - codes.from] ?? none]
      return position === none ? undefined : position
    },
  }
}

const compareEntries = (x: Entry | undefined, y: Entry | undefined): number => {
  if (!x || !y) return 0
  if (x.count !== y.count) return y.count - x.count
  // Codes of one segment are in the order of their values.
  if (x.segment === y.segment) return x.code - y.code
  return x.segment.values.at(x.code) < y.segment.values.at(y.code) ? -1 : 1
}

const countCodes = (
  { segment, alive }: Part,
  facet: { from: number; to: number },
  country: Country | undefined,
): Uint32Array => {
  const { kernel, bitsetLength, scratch, sets, docs } = segment
  const size = facet.to - facet.from
  if (country === undefined && alive === docs)
    return Uint32Array.from({ length: size }, (_, at) => sets.codes.size(facet.from + at))
  kernel.copy(scratch.a, scratch.live, bitsetLength)
  if (country !== undefined) {
    const clause = empty()
    const nothing = { filters: {}, operators: {}, excluded: {}, search: '', metadata: {} }
    addValue(segment, { criteria: nothing }, 'country', country, clause)
    joinInto(segment, clause, scratch.b)
    kernel.and(scratch.a, scratch.b, bitsetLength)
  }
  return Uint32Array.from({ length: size }, (_, at) => {
    const set = facet.from + at
    const offset = sets.codes.offset(set)
    return sets.codes.dense(set)
      ? kernel.countAnd(scratch.a, offset, bitsetLength)
      : kernel.countMarked(scratch.a, offset, sets.codes.size(set))
  })
}
