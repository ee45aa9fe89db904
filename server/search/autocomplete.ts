import { presetOrder } from '../../contract/search/match.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { compile, prefixed, type Term } from './clauses.ts'
import type { AutocompleteRequest, Hit } from './engine.ts'
import { eachDoc, firstDocs, joinInto, matchInto, type Part } from './posting-lists.ts'
import { mergeResults, type Found } from './merge-results.ts'
import { nameClasses } from './name-classes.ts'
import type { Segment } from './segment.ts'
import { startsWithFuzzy, findFuzzyPrefix, maxEditsFor } from './fuzzy-prefix.ts'

const ranks = ['exact', 'prefix', 'word-prefix', 'fuzzy'] as const

/**
 * An equal name, a name that starts with the term, a name in which every token starts a word, and, when these are fewer than
 * `size`, the same with typos. Each class is in the category's own order.
 */
export const autocomplete = (
  parts: readonly Part[],
  request: AutocompleteRequest,
): { total: number; hits: Hit[] } => {
  const query = foldText(request.term)
  if (query === '') return { total: 0, hits: [] }
  const need = request.from + request.size
  let total = 0
  const found = parts.map((part): Found => {
    const { segment } = part
    const { kernel, bitsetLength, scratch } = segment
    const { a, b, c, acc } = scratch
    matchInto(part, compile(segment, request), acc)
    nameClasses(segment, query)
    for (const set of [a, b, c]) kernel.and(set, acc, bitsetLength)
    total += kernel.count(c, bitsetLength)
    return layered(segment, [a, b, c], need)
  })
  if (total < request.size && query.split(' ').some((token) => maxEditsFor(token) > 0))
    parts.forEach(({ segment }, index) => {
      const docs = loosely(segment, query)
      total += docs.length
      const known = found[index]
      if (known) found[index] = { segment, ranked: appended(known.ranked, docs) }
    })
  const page = mergeResults(
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

/** The innermost first, each with the number of its set. */
const layered = (segment: Segment, sets: readonly number[], need: number): Found => {
  const { kernel, bitsetLength, scratch } = segment
  const docs: number[] = []
  const classes: number[] = []
  sets.forEach((set, index) => {
    if (docs.length >= need) return
    const inner = sets[index - 1]
    kernel.copy(scratch.tmp, set, bitsetLength)
    if (inner !== undefined) kernel.andNot(scratch.tmp, inner, bitsetLength)
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

/** Of the documents in `acc`, without those in `c`. */
const loosely = (segment: Segment, query: string): Uint32Array => {
  const { kernel, bitsetLength, scratch, nameTokens, sets } = segment
  const { a, b, c, acc } = scratch
  const queryTokens = query.split(' ')
  kernel.copy(a, acc, bitsetLength)
  kernel.andNot(a, c, bitsetLength)
  for (const token of queryTokens) {
    const maxEdits = maxEditsFor(token)
    const terms: Term[] =
      maxEdits === 0
        ? [{ sets: sets.nameTokens, ...prefixed(nameTokens, token) }]
        : findFuzzyPrefix(nameTokens, token, maxEdits).map((index) => ({
            sets: sets.nameTokens,
            from: index,
            to: index + 1,
          }))
    joinInto(segment, { terms, docs: [], unknown: undefined }, b)
    kernel.and(a, b, bitsetLength)
  }
  const matchesName = (name: number): boolean => {
    const parts = segment.names.at(name).split(' ')
    return queryTokens.every((token) =>
      parts.some((part) => startsWithFuzzy(part, token, maxEditsFor(token))),
    )
  }
  const docs: number[] = []
  eachDoc(segment, a, (doc) => {
    const names = segment.namesOf(doc)
    if (names.length < 2 || queryTokens.length < 2 || Array.from(names).some(matchesName))
      docs.push(doc)
    return undefined
  })
  return Uint32Array.from(docs)
}
