import type { Clause, Compiled, Term } from './clauses.ts'
import { markWithin } from './map-points.ts'
import type { Segment } from './segment.ts'

/** The live documents are in the thread's `live` scratch set. */
export type Part = { segment: Segment; alive: number }

/** Overwrites `tmp` and `d`. */
export const matchInto = (part: Part, compiled: Compiled, to: number): void => {
  const { segment, alive } = part
  const { kernel, bitsetLength, docs, scratch } = segment
  const clauses = compiled.clauses.map((clause) => ({ clause, bound: bound(segment, clause) }))
  clauses.sort((a, b) => a.bound - b.bound)
  const [first, ...others] = clauses
  if (first) joinInto(segment, first.clause, to)
  if (!first || alive < docs) {
    if (first) kernel.and(to, scratch.live, bitsetLength)
    else kernel.copy(to, scratch.live, bitsetLength)
  }
  for (const { clause } of others) {
    const only = single(clause)
    if (only) kernel.and(to, only, bitsetLength)
    else {
      joinInto(segment, clause, scratch.tmp)
      kernel.and(to, scratch.tmp, bitsetLength)
    }
  }
  if (compiled.within) {
    kernel.zero(scratch.tmp, bitsetLength)
    if (segment.points) markWithin(segment.points, compiled.within, segment.u32, scratch.tmp)
    kernel.and(to, scratch.tmp, bitsetLength)
  }
  takeOut(segment, compiled.excluded, to)
}

/** Dead documents included; overwrites `d`. */
export const joinInto = (segment: Segment, clause: Clause, to: number): void => {
  const { kernel, bitsetLength } = segment
  const only = single(clause)
  if (only) {
    kernel.copy(to, only, bitsetLength)
    return
  }
  kernel.zero(to, bitsetLength)
  for (const term of clause.terms) addTerm(segment, term, to)
  for (const doc of clause.docs) addDoc(segment, doc, to)
  if (clause.unknown) addUnknown(segment, clause.unknown, to)
}

export const takeOut = (segment: Segment, clause: Clause, from: number): void => {
  const { kernel, bitsetLength } = segment
  for (const { sets, from: first, to } of clause.terms)
    for (let set = first; set < to; set++)
      if (sets.dense(set)) kernel.andNot(from, sets.offset(set), bitsetLength)
      else kernel.unmark(from, sets.offset(set), sets.size(set))
  for (const doc of clause.docs) {
    const at = from + (doc >>> 5)
    segment.u32[at] = (segment.u32[at] ?? 0) & ~(1 << doc)
  }
}

/** 0 unless the clause is a single dense set. */
const single = ({ terms, docs, unknown }: Clause): number => {
  const [term] = terms
  if (!term || terms.length > 1 || docs.length > 0 || unknown) return 0
  return term.to === term.from + 1 && term.sets.dense(term.from) ? term.sets.offset(term.from) : 0
}

const addTerm = (segment: Segment, { sets, from, to }: Term, target: number): void => {
  const { kernel, bitsetLength } = segment
  for (let set = from; set < to; set++)
    if (sets.dense(set)) kernel.or(target, sets.offset(set), bitsetLength)
    else kernel.mark(target, sets.offset(set), sets.size(set))
}

const addDoc = (segment: Segment, doc: number, target: number): void => {
  const at = target + (doc >>> 5)
  segment.u32[at] = (segment.u32[at] ?? 0) | (1 << doc)
}

const addUnknown = (segment: Segment, known: readonly Term[], target: number): void => {
  const { kernel, bitsetLength, scratch } = segment
  kernel.copy(scratch.d, scratch.live, bitsetLength)
  for (const { sets, from } of known)
    if (sets.dense(from)) kernel.andNot(scratch.d, sets.offset(from), bitsetLength)
    else kernel.unmark(scratch.d, sets.offset(from), sets.size(from))
  kernel.or(target, scratch.d, bitsetLength)
}

const bound = (segment: Segment, clause: Clause): number => {
  if (clause.unknown) return segment.docs
  let most = clause.docs.length
  for (const { sets, from, to } of clause.terms)
    for (let set = from; set < to; set++) most += sets.size(set)
  return most
}

/** Ascending, until the callback returns false. */
export const eachDoc = (
  segment: Segment,
  set: number,
  visit: (doc: number) => boolean | undefined,
): void => {
  const { kernel, bitsetLength, list, listLength, u32 } = segment
  let start = 0
  for (;;) {
    const found = kernel.gather(set, bitsetLength, start, list, listLength)
    for (let i = 0; i < found; i++) if (visit(u32[list + i] ?? 0) === false) return
    if (found < listLength) return
    start = (u32[list + found - 1] ?? 0) + 1
  }
}

export const firstDocs = (segment: Segment, set: number, limit: number): Uint32Array => {
  const { kernel, bitsetLength, list, listLength, u32 } = segment
  if (limit <= listLength)
    return u32.slice(list, list + kernel.gather(set, bitsetLength, 0, list, limit))
  const docs: number[] = []
  eachDoc(segment, set, (doc) => docs.push(doc) < limit)
  return Uint32Array.from(docs)
}
