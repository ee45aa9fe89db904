import { relevance } from '../../contract/search/match.ts'
import { prefixed, type Term } from './clauses.ts'
import { eachDoc, joinInto } from './matching.ts'
import type { Segment } from './segment.ts'

/**
 * The classes of `relevance` in one segment, in its scratch sets: `a` a name equals the query, `b` a name starts with it,
 * `c` every word begins a word of one name; each holds the one before. Overwrites `tmp`. Dead documents are among them.
 */
export const nameClasses = (segment: Segment, query: string): void => {
  const { names, sets, scratch, kernel, words } = segment
  const equal = names.find(query, 0, names.count)
  const exact = equal === -1 ? [] : [{ sets: sets.names, from: equal, to: equal + 1 }]
  join(segment, exact, scratch.a)
  join(segment, [{ sets: sets.names, ...prefixed(names, query) }], scratch.b)
  query.split(' ').forEach((word, index) => {
    const term = { sets: sets.nameWords, ...prefixed(segment.nameWords, word) }
    join(segment, [term], index === 0 ? scratch.c : scratch.tmp)
    if (index > 0) kernel.and(scratch.c, scratch.tmp, words)
  })
  if (query.includes(' ')) inOneName(segment, query)
}

const join = (segment: Segment, terms: Term[], to: number): void => {
  joinInto(segment, { terms, docs: [], unknown: undefined }, to)
}

/** Takes documents out of `c` whose names have all the words only between them. */
const inOneName = (segment: Segment, query: string): void => {
  const { scratch, names, u32 } = segment
  eachDoc(segment, scratch.c, (doc) => {
    const held = segment.namesOf(doc)
    if (held.length < 2 || relevance(Array.from(held, names.at), query) < 3) return undefined
    const at = scratch.c + (doc >>> 5)
    u32[at] = (u32[at] ?? 0) & ~(1 << doc)
    return undefined
  })
}
