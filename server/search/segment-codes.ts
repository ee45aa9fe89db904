import { isText, wordsOf } from '../../contract/search/match.ts'
import { growing } from './growing.ts'
import { namesRecords, optionLines } from './prepared.ts'
import type { Collection } from './segment-collect.ts'
import type { FacetHeader } from './segment-header.ts'

/** Every value of every facet as a code, facet by facet and sorted inside each. */
export type CodeTable = {
  facets: FacetHeader[]
  /** The facet of each code, as its place in `facets`. */
  facetOf: Uint32Array
  values: string[]
  /** What option search reads of each value: each line behind a line feed. */
  lines: string[]
  /** Words of the text facets' values, facet by facet and sorted inside each, and the codes that contain them. */
  entryWords: string[]
  entryCodes: number[][]
  /** The code of each number the collection gave to a value. */
  codeOf: Uint32Array
}

/** Gives codes to the values of a collection whose own ids have been settled. */
export const codeTable = ({ parts, docs }: Collection): CodeTable => {
  const codeOf = new Uint32Array(parts.codes.length)
  const [facetOf, values, lines] = [growing(), [] as string[], [] as string[]]
  const [entryWords, entryCodes] = [[] as string[], [] as number[][]]
  const facets: FacetHeader[] = []
  for (const identifier of [...parts.facets.keys()].sort()) {
    const facet = parts.facets.get(identifier)
    if (!facet) continue
    const sorted = [...facet.codes.keys()].sort()
    const from = values.length
    const wordsFrom = entryWords.length
    for (const value of sorted) {
      codeOf[facet.codes.get(value) ?? 0] = values.length
      values.push(value)
      facetOf.push(facets.length)
      lines.push(linesOf(identifier, value))
    }
    if (isText(identifier)) addWords(sorted, from, entryWords, entryCodes)
    facets.push({
      identifier,
      from,
      to: values.length,
      self: facet.own === docs && facet.codes.size === 0,
      wordsFrom,
      wordsTo: entryWords.length,
    })
  }
  return { facets, facetOf: facetOf.all(), values, lines, entryWords, entryCodes, codeOf }
}

const linesOf = (identifier: string, value: string): string =>
  namesRecords(identifier)
    ? ''
    : optionLines(identifier, value)
        .map((line) => `\n${line}`)
        .join('')

const addWords = (
  sorted: readonly string[],
  first: number,
  words: string[],
  codes: number[][],
): void => {
  const found = new Map<string, number[]>()
  sorted.forEach((value, index) => {
    for (const word of new Set(wordsOf(value))) {
      const list = found.get(word)
      if (list) list.push(first + index)
      else found.set(word, [first + index])
    }
  })
  for (const word of [...found.keys()].sort()) {
    words.push(word)
    codes.push(found.get(word) ?? [])
  }
}
