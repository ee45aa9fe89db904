import { addValue, filterClauses, compile, empty, unknownOf, type Clause } from './clauses.ts'
import type { CountsRequest } from './engine.ts'
import { joinInto, matchInto, takeOut, type Part } from './posting-lists.ts'
import type { Segment } from './segment.ts'

type Counts = Record<string, Record<string, number>>

/**
 * With T the records that an option can still add or narrow, and K those that count in any case, the answer is K + |T and
 * option|: one pass over two sets per option.
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
    total += segment.kernel.count(acc, segment.bitsetLength)
    for (const [identifier, values] of Object.entries(request.options)) {
      const group = sums[identifier] ?? {}
      const always = narrow(part, request, identifier)
      for (const value of new Set(values))
        group[value] =
          (group[value] ?? 0) + always + countValue(segment, request, identifier, value)
    }
  }
  return { total, counts: sums }
}

/**
 * Puts T into scratch set `a` and returns K; `acc` holds the matches of the present criteria. Overwrites all sets but `acc` and
 * `live`.
 */
const narrow = (part: Part, request: CountsRequest, identifier: string): number => {
  const { segment } = part
  const { kernel, bitsetLength, scratch } = segment
  const { criteria } = request
  const values = criteria.filters[identifier] ?? []
  const together = criteria.operators[identifier] === 'AND'
  if (values.length === 0 || together) kernel.copy(scratch.a, scratch.acc, bitsetLength)
  else matchInto(part, compile(segment, request, identifier), scratch.a)
  const unknown = unknownOf(segment, criteria, identifier)
  const settled: Clause[] = []
  if (values.length > 0 && !together)
    settled.push(...filterClauses(segment, request, identifier, values))
  else if (unknown) settled.push(empty(unknown))
  let always = 0
  for (const clause of settled) {
    joinInto(segment, clause, scratch.b)
    always += kernel.countAnd(scratch.a, scratch.b, bitsetLength)
    kernel.andNot(scratch.a, scratch.b, bitsetLength)
  }
  return always
}

const countValue = (
  segment: Segment,
  request: CountsRequest,
  identifier: string,
  value: string,
): number => {
  const { kernel, bitsetLength, scratch } = segment
  const clause = empty()
  addValue(segment, request, identifier, value, clause)
  const [term] = clause.terms
  if (!term && clause.docs.length === 0) return 0
  if (term && clause.terms.length === 1 && clause.docs.length === 0) {
    const offset = term.sets.offset(term.from)
    return term.sets.dense(term.from)
      ? kernel.countAnd(scratch.a, offset, bitsetLength)
      : kernel.countMarked(scratch.a, offset, term.sets.size(term.from))
  }
  const before = kernel.count(scratch.a, bitsetLength)
  kernel.copy(scratch.b, scratch.a, bitsetLength)
  takeOut(segment, clause, scratch.b)
  return before - kernel.count(scratch.b, bitsetLength)
}
