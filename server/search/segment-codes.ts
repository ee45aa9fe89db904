import { isText, tokenize } from '../../contract/search/match.ts'
import { growableList } from './growable-list.ts'
import { namesRecords, optionLines } from './prepare-doc.ts'
import type { Collection } from './segment-collect.ts'
import type { FacetHeader } from './segment-header.ts'

export type CodeTable = {
  facets: FacetHeader[]
  facetOf: Uint32Array
  values: string[]
  lines: string[]
  /** Sorted within each facet, and the codes that contain them. */
  entryTokens: string[]
  entryCodes: number[][]
  codeOf: Uint32Array
}

export const codeTable = ({ parts, docs }: Collection): CodeTable => {
  const codeOf = new Uint32Array(parts.codes.length)
  const [facetOf, values, lines] = [growableList(), [] as string[], [] as string[]]
  const [entryTokens, entryCodes] = [[] as string[], [] as number[][]]
  const facets: FacetHeader[] = []
  for (const identifier of [...parts.facets.keys()].sort()) {
    const facet = parts.facets.get(identifier)
    if (!facet) continue
    const sorted = [...facet.codes.keys()].sort()
    const from = values.length
    const tokensFrom = entryTokens.length
    for (const value of sorted) {
      codeOf[facet.codes.get(value) ?? 0] = values.length
      values.push(value)
      facetOf.push(facets.length)
      lines.push(linesOf(identifier, value))
    }
    if (isText(identifier)) addTokens(sorted, from, entryTokens, entryCodes)
    facets.push({
      identifier,
      from,
      to: values.length,
      self: facet.own === docs && facet.codes.size === 0,
      tokensFrom,
      tokensTo: entryTokens.length,
    })
  }
  return { facets, facetOf: facetOf.all(), values, lines, entryTokens, entryCodes, codeOf }
}

const linesOf = (identifier: string, value: string): string =>
  namesRecords(identifier)
    ? ''
    : optionLines(identifier, value)
        .map((line) => `\n${line}`)
        .join('')

const addTokens = (
  sorted: readonly string[],
  first: number,
  tokens: string[],
  codes: number[][],
): void => {
  const found = new Map<string, number[]>()
  sorted.forEach((value, index) => {
    for (const token of new Set(tokenize(value))) {
      const list = found.get(token)
      if (list) list.push(first + index)
      else found.set(token, [first + index])
    }
  })
  for (const token of [...found.keys()].sort()) {
    tokens.push(token)
    codes.push(found.get(token) ?? [])
  }
}
