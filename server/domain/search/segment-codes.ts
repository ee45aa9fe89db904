import { isText, wordsOf } from '../../../contract/match.ts'
import { growing, ranked } from './growing.ts'
import { idAt } from './ids.ts'
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
  /** Calls back with each code of a document (by its number in the collection); codes may come twice. */
  codesOf(doc: number, visit: (code: number) => void): void
}

export const codeTable = (collection: Collection): CodeTable => {
  const { parts, docs } = collection
  const ids = parts.ids.all()
  const ownIds: { facet: FacetHeader; count: number }[] = []
  const finals: Uint32Array = new Uint32Array(parts.codes.length)
  const [facetOf, values, lines] = [growing(), [] as string[], [] as string[]]
  const [entryWords, entryCodes] = [[] as string[], [] as number[][]]
  const facets: FacetHeader[] = []

  for (const identifier of [...parts.facets.keys()].sort()) {
    const facet = parts.facets.get(identifier)
    if (!facet) continue
    const self = facet.own === docs && facet.codes.size === 0
    const brought = self ? 0 : facet.own
    const held = new Set(facet.codes.keys())
    for (let doc = 0; doc < brought; doc++) held.add(idAt(ids, doc * 4))
    const { sorted } = ranked([...held])
    const header = { identifier, from: values.length, to: 0, self, wordsFrom: 0, wordsTo: 0 }
    const places = new Map<string, number>()
    for (const value of sorted) {
      places.set(value, values.length)
      values.push(value)
      facetOf.push(facets.length)
      lines.push(
        namesRecords(identifier)
          ? ''
          : optionLines(identifier, value)
              .map((line) => `\n${line}`)
              .join(''),
      )
    }
    for (const [value, code] of facet.codes) finals[code] = places.get(value) ?? 0
    header.to = values.length
    header.wordsFrom = entryWords.length
    if (isText(identifier)) addWords(sorted, header.from, entryWords, entryCodes)
    header.wordsTo = entryWords.length
    if (brought > 0) ownIds.push({ facet: header, count: brought })
    facets.push(header)
  }

  const [own, ownEnds, sharedOf] = [parts.own.all(), parts.ownEnds.all(), parts.sharedOf.all()]
  const [shared, sharedEnds] = [parts.shared.all(), parts.sharedEnds.all()]
  const visitPart = (
    list: Uint32Array,
    ends: Uint32Array,
    at: number,
    visit: (code: number) => void,
  ): void => {
    const end = ends[at] ?? 0
    for (let i = at === 0 ? 0 : (ends[at - 1] ?? 0); i < end; i++) visit(finals[list[i] ?? 0] ?? 0)
  }
  return {
    facets,
    facetOf: facetOf.all(),
    values,
    lines,
    entryWords,
    entryCodes,
    codesOf: (doc, visit) => {
      visitPart(own, ownEnds, doc, visit)
      const common = sharedOf[doc] ?? 0
      if (common > 0) visitPart(shared, sharedEnds, common - 1, visit)
      for (const { facet, count } of ownIds)
        if (doc < count) visit(placeOf(values, idAt(ids, doc * 4), facet.from, facet.to))
    },
  }
}

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

const placeOf = (sorted: readonly string[], value: string, from: number, to: number): number => {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < value) low = middle + 1
    else high = middle
  }
  return low
}
