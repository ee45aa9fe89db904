import { facetsOf, holdsPhrase, isText, tokenize } from '../../contract/search/match.ts'
import { foldText, type SearchDoc } from '../../contract/search/search-doc.ts'
import type { SearchRequest } from '../../server/search/engine.ts'

/** Words of texts have numbers too, so that one word needs no scan of texts. */
export type PeerNumbers = {
  /** Ascending; `shared` are facets of the previous document too. */
  of(doc: SearchDoc, shared?: SearchDoc['facets']): Uint32Array
  ofValue(request: SearchRequest, identifier: string, value: string): number[]
  ofUnknown(identifier: string): number
  ofPrefix(prefix: string): number[]
}

export const createPeerNumbers = (): PeerNumbers => {
  const spaces = new Map<string, Map<string, number>>()
  const entries = new Map<string, { plain: string; number: number }[]>()
  const tokensByText = new Map<string, string[]>()
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
      list.push({ plain: foldText(value), number })
      entries.set(facet, list)
    }
    return number
  }
  const tokensIn = (text: string): string[] => {
    const known = tokensByText.get(text) ?? tokenize(text)
    tokensByText.set(text, known)
    return known
  }
  const ofFacets = (facets: SearchDoc['facets'], id: string | undefined): number[] => {
    const numbers: number[] = []
    for (const facet in facets)
      for (const value of facets[facet] ?? []) {
        // The primary key covers a record's own id.
        if (value === id) continue
        numbers.push(numberOf(facet, value))
        if (isText(facet))
          for (const token of tokensIn(value)) numbers.push(numberIn(`words of ${facet}`, token))
      }
    return numbers
  }
  let last: { facets: SearchDoc['facets']; numbers: number[] } | undefined

  return {
    of: (doc, shared) => {
      if (shared && last?.facets !== shared)
        last = { facets: shared, numbers: ofFacets(shared, undefined) }
      const numbers = new Set([
        ...(shared ? (last?.numbers ?? []) : []),
        ...ofFacets(doc.facets, doc.id),
      ])
      if (((shared ?? doc.facets)['revenue'] ?? []).length === 0)
        numbers.add(numberIn('unknown', 'revenue'))
      for (const text of [...doc.names, ...doc.text])
        for (const token of tokensIn(text)) numbers.add(numberIn('words', token))
      return Uint32Array.from(numbers).sort()
    },
    ofValue: (request, identifier, value) =>
      facetsOf(identifier, request.criteria.metadata).flatMap((facet) => {
        if (!isText(facet)) return [spaces.get(facet)?.get(value) ?? 0]
        const plain = foldText(value)
        if (!plain.includes(' ')) return [spaces.get(`words of ${facet}`)?.get(plain) ?? 0]
        return (entries.get(facet) ?? [])
          .filter((entry) => holdsPhrase(entry.plain, plain))
          .map((entry) => entry.number)
      }),
    ofUnknown: (identifier) => spaces.get('unknown')?.get(identifier) ?? 0,
    ofPrefix: (prefix) =>
      [...space('words')].filter(([token]) => token.startsWith(prefix)).map(([, number]) => number),
  }
}
