import { noMatch, relevance } from '../../contract/search/match.ts'
import { prefixed, type Term } from './clauses.ts'
import { eachDoc, joinInto } from './posting-lists.ts'
import type { Segment } from './segment.ts'

/**
 * `a` a name equals the query, `b` a name starts with it, `c` every token starts a word of one name; each includes the one
 * before. Includes dead documents; overwrites `tmp`.
 */
export const nameClasses = (segment: Segment, query: string): void => {
  const { names, sets, scratch, kernel, bitsetLength } = segment
  const equal = names.find(query, 0, names.count)
  const exact = equal === -1 ? [] : [{ sets: sets.names, from: equal, to: equal + 1 }]
  join(segment, exact, scratch.a)
  join(segment, [{ sets: sets.names, ...prefixed(names, query) }], scratch.b)
  query.split(' ').forEach((token, index) => {
    const term = { sets: sets.nameTokens, ...prefixed(segment.nameTokens, token) }
    join(segment, [term], index === 0 ? scratch.c : scratch.tmp)
    if (index > 0) kernel.and(scratch.c, scratch.tmp, bitsetLength)
  })
  if (query.includes(' ')) keepSingleNameMatches(segment, query)
}

const join = (segment: Segment, terms: Term[], to: number): void => {
  joinInto(segment, { terms, docs: [], unknown: undefined }, to)
}

const keepSingleNameMatches = (segment: Segment, query: string): void => {
  const { scratch, names, u32 } = segment
  eachDoc(segment, scratch.c, (doc) => {
    const nameIds = segment.namesOf(doc)
    if (nameIds.length < 2 || relevance(Array.from(nameIds, names.at), query) < noMatch)
      return undefined
    const at = scratch.c + (doc >>> 5)
    u32[at] = (u32[at] ?? 0) & ~(1 << doc)
    return undefined
  })
}
