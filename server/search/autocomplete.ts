import { presetOrder } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import { folded } from '../../contract/search/search-doc.ts'
import { prefixed, type Term } from './clauses.ts'
import type { Hit } from './engine.ts'
import { eachDoc, firstDocs, joinInto, type Part } from './matching.ts'
import { merged, type Found } from './merging.ts'
import { nameClasses } from './name-classes.ts'
import type { Segment } from './segment.ts'
import { begins, slipped, slipsOf } from './slips.ts'

type Request = { category: Category; term: string; from: number; size: number }

const ranks = ['exact', 'prefix', 'word-prefix', 'fuzzy'] as const

/**
 * Records by name: equal to the term, starting with it, every word of it beginning a word of one name, and, when all these
 * are fewer than `size`, the same up to slips of the finger. Inside each class the category's own order.
 */
export const autocomplete = (
  parts: readonly Part[],
  request: Request,
): { total: number; hits: Hit[] } => {
  const query = folded(request.term)
  if (query === '') return { total: 0, hits: [] }
  const need = request.from + request.size
  let total = 0
  const found = parts.map(({ segment }): Found => {
    const { kernel, words, scratch } = segment
    const { a, b, c, live } = scratch
    nameClasses(segment, query)
    for (const set of [a, b, c]) kernel.and(set, live, words)
    total += kernel.count(c, words)
    return layered(segment, [a, b, c], need)
  })
  if (total < request.size && query.split(' ').some((word) => slipsOf(word) > 0))
    parts.forEach(({ segment }, index) => {
      const docs = loosely(segment, query)
      total += docs.length
      const known = found[index]
      if (known) found[index] = { segment, ranked: appended(known.ranked, docs) }
    })
  const page = merged(
    found.filter(({ ranked }) => ranked.docs.length > 0),
    presetOrder(request.category),
    undefined,
    request.from,
    request.size,
  )
  return {
    total,
    hits: page.map((entry) => ({ id: entry.id, rank: ranks[entry.class] ?? 'fuzzy' })),
  }
}

/** The first documents of nested sets: the innermost first, each with the number of the set it came in with. */
const layered = (segment: Segment, sets: readonly number[], need: number): Found => {
  const { kernel, words, scratch } = segment
  const docs: number[] = []
  const classes: number[] = []
  sets.forEach((set, index) => {
    if (docs.length >= need) return
    const inner = sets[index - 1]
    kernel.copy(scratch.tmp, set, words)
    if (inner !== undefined) kernel.andNot(scratch.tmp, inner, words)
    for (const doc of firstDocs(segment, scratch.tmp, need - docs.length)) {
      docs.push(doc)
      classes.push(index)
    }
  })
  return {
    segment,
    ranked: { docs: Uint32Array.from(docs), classes: Uint8Array.from(classes) },
  }
}

const appended = (ranked: Found['ranked'], docs: Uint32Array): Found['ranked'] => ({
  docs: Uint32Array.from([...ranked.docs, ...docs]),
  classes: Uint8Array.from([...(ranked.classes ?? []), ...docs.map(() => 3)]),
})

/** Living documents with a name every word of the query begins a word of, up to slips, without those that need none (`c`). */
const loosely = (segment: Segment, query: string): Uint32Array => {
  const { kernel, words, scratch, nameWords, sets } = segment
  const { a, b, c, live } = scratch
  const asked = query.split(' ')
  kernel.copy(a, live, words)
  kernel.andNot(a, c, words)
  for (const word of asked) {
    const slips = slipsOf(word)
    const terms: Term[] =
      slips === 0
        ? [{ sets: sets.nameWords, ...prefixed(nameWords, word) }]
        : slipped(nameWords, word, slips).map((place) => ({
            sets: sets.nameWords,
            from: place,
            to: place + 1,
          }))
    joinInto(segment, { terms, docs: [], unknown: undefined }, b)
    kernel.and(a, b, words)
  }
  const inOne = (name: number): boolean => {
    const held = segment.names.at(name).split(' ')
    return asked.every((word) => held.some((part) => begins(part, word, slipsOf(word))))
  }
  const docs: number[] = []
  eachDoc(segment, a, (doc) => {
    const names = segment.namesOf(doc)
    if (names.length < 2 || asked.length < 2 || Array.from(names).some(inOne)) docs.push(doc)
    return undefined
  })
  return Uint32Array.from(docs)
}
