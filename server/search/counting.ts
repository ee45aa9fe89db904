import { addValue, chosen, compile, empty, unknownOf, type Clause } from './clauses.ts'
import type { CountsRequest } from './engine.ts'
import { joinInto, matchInto, takeOut, type Part } from './matching.ts'
import type { Segment } from './segment.ts'

type Counts = Record<string, Record<string, number>>

/**
 * For every option the exact total if it were ticked in addition. With T the records an option can still add to or narrow,
 * and K those that count whatever it holds, the answer is K + |T and option|: one pass over two sets for each option.
 */
export const counts = (
  parts: readonly Part[],
  request: CountsRequest,
): { total: number; counts: Counts } => {
  const sums: Counts = {}
  for (const [identifier, values] of Object.entries(request.options))
    sums[identifier] = Object.fromEntries(values.map((value) => [value, 0]))
  let total = 0
  for (const part of parts) {
    const { segment } = part
    const { acc } = segment.scratch
    matchInto(part, compile(segment, request), acc)
    total += segment.kernel.count(acc, segment.words)
    for (const [identifier, values] of Object.entries(request.options)) {
      const group = sums[identifier] ?? {}
      const always = narrow(part, request, identifier)
      for (const value of new Set(values))
        group[value] = (group[value] ?? 0) + always + held(segment, request, identifier, value)
    }
  }
  return { total, counts: sums }
}

/** Puts T for a filter in scratch set `a` and returns K; `acc` holds what matches as the criteria stand. Overwrites all but `acc` and `live`. */
const narrow = (part: Part, request: CountsRequest, identifier: string): number => {
  const { segment } = part
  const { kernel, words, scratch } = segment
  const { criteria } = request
  const values = criteria.filters[identifier] ?? []
  const together = criteria.operators[identifier] === 'AND'
  if (values.length === 0 || together) kernel.copy(scratch.a, scratch.acc, words)
  else matchInto(part, compile(segment, request, identifier), scratch.a)
  const unknown = unknownOf(segment, criteria, identifier)
  const settled: Clause[] = []
  if (values.length > 0 && !together) settled.push(...chosen(segment, request, identifier, values))
  else if (unknown) settled.push(empty(unknown))
  let always = 0
  for (const clause of settled) {
    joinInto(segment, clause, scratch.b)
    always += kernel.countAnd(scratch.a, scratch.b, words)
    kernel.andNot(scratch.a, scratch.b, words)
  }
  return always
}

/** How many records of scratch set `a` hold a value. */
const held = (
  segment: Segment,
  request: CountsRequest,
  identifier: string,
  value: string,
): number => {
  const { kernel, words, scratch } = segment
  const clause = empty()
  addValue(segment, request, identifier, value, clause)
  const [term] = clause.terms
  if (!term && clause.docs.length === 0) return 0
  if (term && clause.terms.length === 1 && clause.docs.length === 0) {
    const place = term.sets.place(term.from)
    return term.sets.dense(term.from)
      ? kernel.countAnd(scratch.a, place, words)
      : kernel.countMarked(scratch.a, place, term.sets.size(term.from))
  }
  const before = kernel.count(scratch.a, words)
  kernel.copy(scratch.b, scratch.a, words)
  takeOut(segment, clause, scratch.b)
  return before - kernel.count(scratch.b, words)
}
