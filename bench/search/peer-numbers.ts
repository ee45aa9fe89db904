import { facetsOf, holdsPhrase, isText, wordsOf } from '../../contract/search/match.ts'
import { folded, type SearchDoc } from '../../contract/search/search-doc.ts'
import type { SearchRequest } from '../../server/search/engine.ts'

/**
 * Every value of every filter as a number, and every word: of text filters, so that one word needs no scan of texts, and of
 * names and texts for `search`.
 */
export type PeerNumbers = {
  /** The numbers of a document in ascending order; `shared` are facets it has in common with the document before. */
  of(doc: SearchDoc, shared?: SearchDoc['facets']): Uint32Array
  /** The numbers of which a record holds one when it holds the value. */
  ofValue(request: SearchRequest, identifier: string, value: string): number[]
  ofUnknown(identifier: string): number
  /** The words that begin so. */
  ofPrefix(prefix: string): number[]
}

export const createPeerNumbers = (): PeerNumbers => {
  const spaces = new Map<string, Map<string, number>>()
  const entries = new Map<string, { plain: string; number: number }[]>()
  const words = new Map<string, string[]>()
  let count = 0
  const space = (name: string): Map<string, number> => {
    const known = spaces.get(name) ?? new Map<string, number>()
    spaces.set(name, known)
    return known
  }
  const numberIn = (name: string, key: string): number => {
    const numbers = space(name)
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, ++count)
    return count
  }
  const numberOf = (facet: string, value: string): number => {
    const before = count
    const number = numberIn(facet, value)
    if (count > before && isText(facet)) {
      const list = entries.get(facet) ?? []
      list.push({ plain: folded(value), number })
      entries.set(facet, list)
    }
    return number
  }
  const wordsIn = (text: string): string[] => {
    const known = words.get(text) ?? wordsOf(text)
    words.set(text, known)
    return known
  }
  const ofFacets = (facets: SearchDoc['facets'], id: string | undefined): number[] => {
    const held: number[] = []
    for (const facet in facets)
      for (const value of facets[facet] ?? []) {
        // A record's own id is what the primary key is for.
        if (value === id) continue
        held.push(numberOf(facet, value))
        if (isText(facet))
          for (const word of wordsIn(value)) held.push(numberIn(`words of ${facet}`, word))
      }
    return held
  }
  let last: { facets: SearchDoc['facets']; numbers: number[] } | undefined

  return {
    of: (doc, shared) => {
      if (shared && last?.facets !== shared)
        last = { facets: shared, numbers: ofFacets(shared, undefined) }
      const held = new Set([
        ...(shared ? (last?.numbers ?? []) : []),
        ...ofFacets(doc.facets, doc.id),
      ])
      if (((shared ?? doc.facets)['revenue'] ?? []).length === 0)
        held.add(numberIn('unknown', 'revenue'))
      for (const text of [...doc.names, ...doc.text])
        for (const word of wordsIn(text)) held.add(numberIn('words', word))
      return Uint32Array.from(held).sort()
    },
    ofValue: (request, identifier, value) =>
      facetsOf(identifier, request.criteria.metadata).flatMap((facet) => {
        if (!isText(facet)) return [spaces.get(facet)?.get(value) ?? 0]
        const plain = folded(value)
        if (!plain.includes(' ')) return [spaces.get(`words of ${facet}`)?.get(plain) ?? 0]
        return (entries.get(facet) ?? [])
          .filter((entry) => holdsPhrase(entry.plain, plain))
          .map((entry) => entry.number)
      }),
    ofUnknown: (identifier) => spaces.get('unknown')?.get(identifier) ?? 0,
    ofPrefix: (prefix) =>
      [...space('words')].filter(([word]) => word.startsWith(prefix)).map(([, number]) => number),
  }
}
