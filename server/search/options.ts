import { foldText } from '../../contract/search/search-doc.ts'
import type { OptionsRequest } from './engine.ts'
import type { Part } from './posting-lists.ts'
import type { OptionTable } from './option-table.ts'
import { isPath, namesRecords } from './prepare-doc.ts'
import type { Segment } from './segment.ts'

/** Shorter terms match prefixes only: pairs of letters inside words find nothing useful. */
const partsFrom = 3

/**
 * By prefix, then word prefix, then part (from three characters), most frequent first, ties by value. Filters with record ids
 * have none: use autocomplete.
 */
export const options = (
  parts: readonly Part[],
  table: OptionTable,
  request: OptionsRequest,
): { total: number; options: { value: string; count: number }[] } => {
  if (namesRecords(request.identifier)) return { total: 0, options: [] }
  const term = foldText(request.term)
  let places: Iterable<number> =
    term === '' ? range(table.size) : matches(parts, table, request.identifier, term)
  if (request.parent !== undefined && isPath(request.identifier))
    places = [...places].filter((position) => parentOf(table.value(position)) === request.parent)
  const all = Uint32Array.from(places)
  const page = all.subarray(request.from, request.from + request.size)
  return {
    total: all.length,
    options: Array.from(page, (position) => ({
      value: table.value(position),
      count: table.count(position),
    })),
  }
}

const range = (size: number): number[] => Array.from({ length: size }, (_, index) => index)

const parentOf = (value: string): string | null =>
  value.includes('/') ? value.slice(0, value.lastIndexOf('/')) : null

const matches = (
  parts: readonly Part[],
  table: OptionTable,
  identifier: string,
  term: string,
): number[] => {
  const best = new Uint8Array(table.size).fill(3)
  const touched: number[][] = [[], [], []]
  parts.forEach(({ segment }, part) => {
    const facet = segment.facets.get(identifier)
    if (!facet) return
    eachMatch(segment, facet, term, (code, rank) => {
      const position = table.positionOf(part, code)
      if (position === undefined || (best[position] ?? 0) <= rank) return
      best[position] = rank
      touched[rank]?.push(position)
    })
  })
  return touched.flatMap((list, rank) =>
    Array.from(Uint32Array.from(list.filter((position) => best[position] === rank)).sort()),
  )
}

const lineFeed = 10
const blank = 32

/** Rank 0 at a line's start, 1 at a word's, 2 inside. */
const eachMatch = (
  segment: Segment,
  facet: { from: number; to: number },
  term: string,
  visit: (code: number, rank: number) => void,
): void => {
  const { lines } = segment
  if (facet.to === facet.from) return
  const bytes = lines.bytes.subarray(0, lines.end(facet.to - 1))
  const find = (text: string, shift: number, rankAt: (byte: number) => number): void => {
    const wanted = Buffer.from(text)
    let code = facet.from
    let at = bytes.indexOf(wanted, lines.start(facet.from))
    while (at !== -1) {
      code = codeAt(segment, at + shift, code, facet.to)
      visit(code, rankAt(at))
      at = bytes.indexOf(wanted, at + 1)
    }
  }
  if (term.length < partsFrom) {
    find(`\n${term}`, 1, () => 0)
    find(` ${term}`, 1, () => 1)
  } else
    find(term, 0, (byte) => {
      const before = bytes[byte - 1]
      return before === lineFeed ? 0 : before === blank ? 1 : 2
    })
}

const codeAt = ({ lines }: Segment, byte: number, from: number, to: number): number => {
  for (let code = from; code < Math.min(from + 8, to); code++)
    if (byte < lines.end(code)) return code
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (lines.end(middle) <= byte) low = middle + 1
    else high = middle
  }
  return low
}
