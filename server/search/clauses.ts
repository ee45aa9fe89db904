import type { Criteria } from '../../contract/search/criteria.ts'
import {
  activityIds,
  facetsOf,
  holdsPhrase,
  isActivity,
  isText,
  tokenize,
  type Also,
} from '../../contract/search/match.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import type { ActivitySets } from './engine.ts'
import { withinOf, type Within } from './map-points.ts'
import type { Segment, Sets, Texts } from './segment.ts'
import { none } from './segment-header.ts'

/** A range of sets of one family, joined by OR. */
export type Term = { sets: Sets; from: number; to: number }

/** A record meets any of the terms, is among the documents, or has no value in any of the `unknown` facets. */
export type Clause = {
  terms: Term[]
  docs: number[]
  /** A record in none of these sets is unknown. Undefined: unknown records do not count. */
  unknown: Term[] | undefined
}

/** In one segment; no record may meet `excluded`, and one of its points must be `within`. */
export type Compiled = { clauses: Clause[]; excluded: Clause; within: Within | undefined }

export type Question = {
  criteria: Criteria
  activity?: ActivitySets | undefined
  also?: readonly Also[] | undefined
}

/** The filter `without` loses its chosen values but keeps its excluded ones. */
export const compile = (segment: Segment, question: Question, without?: string): Compiled => {
  const { criteria } = question
  const clauses: Clause[] = []
  for (const [identifier, values] of Object.entries(criteria.filters))
    if (values.length > 0 && identifier !== without)
      clauses.push(...filterClauses(segment, question, identifier, values))
  for (const token of tokenize(criteria.search)) clauses.push(beginning(segment, token))
  const excluded = empty()
  for (const [identifier, values] of Object.entries(criteria.excluded))
    for (const value of values) addValue(segment, question, identifier, value, excluded)
  for (const { values, not } of question.also ?? []) {
    const clause = not ? excluded : empty()
    for (const [identifier, wanted] of Object.entries(values))
      for (const value of wanted) addValue(segment, question, identifier, value, clause)
    if (!not) clauses.push(clause)
  }
  return { clauses, excluded, within: withinOf(criteria.metadata) }
}

export const filterClauses = (
  segment: Segment,
  question: Question,
  identifier: string,
  values: readonly string[],
): Clause[] => {
  const groups =
    question.criteria.operators[identifier] === 'AND' ? values.map((value) => [value]) : [values]
  return groups.map((group) => {
    const clause = empty(unknownOf(segment, question.criteria, identifier))
    for (const value of group) addValue(segment, question, identifier, value, clause)
    return clause
  })
}

export const empty = (unknown?: Term[]): Clause => ({ terms: [], docs: [], unknown })

/** Undefined unless the criteria ask for unknown records. */
export const unknownOf = (
  segment: Segment,
  criteria: Criteria,
  identifier: string,
): Term[] | undefined => {
  if (isActivity(identifier)) return undefined
  if (criteria.metadata.includeUnknown?.includes(identifier) !== true) return undefined
  return facetsOf(identifier, criteria.metadata).flatMap((name) => {
    const facet = segment.facets.get(name)
    return facet ? [{ sets: segment.sets.any, from: facet.index, to: facet.index + 1 }] : []
  })
}

export const addValue = (
  segment: Segment,
  question: Question,
  identifier: string,
  value: string,
  clause: Clause,
): void => {
  if (isActivity(identifier)) {
    for (const id of activityIds(question.activity, identifier, value))
      addDoc(segment, id, clause.docs)
    return
  }
  for (const name of facetsOf(identifier, question.criteria.metadata)) {
    const facet = segment.facets.get(name)
    if (!facet) continue
    if (isText(name)) addPhrase(segment, facet, value, clause.terms)
    else if (facet.self) addDoc(segment, value, clause.docs)
    else {
      const code = segment.values.find(value, facet.from, facet.to)
      if (code !== -1) clause.terms.push({ sets: segment.sets.codes, from: code, to: code + 1 })
    }
  }
}

const addDoc = (segment: Segment, id: string, docs: number[]): void => {
  const doc = segment.docOf(id)
  if (doc !== -1) docs.push(doc)
}

const addPhrase = (
  segment: Segment,
  facet: { tokensFrom: number; tokensTo: number },
  value: string,
  terms: Term[],
): void => {
  const tokens = tokenize(value)
  const places = tokens.map((token) =>
    segment.entryTokens.find(token, facet.tokensFrom, facet.tokensTo),
  )
  const [first] = places
  if (first === undefined || places.includes(-1)) return
  const frequent = segment.entryFrequent[first] ?? none
  if (tokens.length === 1 && frequent !== none) {
    terms.push({ sets: segment.sets.frequent, from: frequent, to: frequent + 1 })
    return
  }
  const rarest = places
    .map(segment.entryCodes)
    .reduce((least, codes) => (codes.length < least.length ? codes : least))
  const phrase = foldText(value)
  for (const code of rarest)
    if (tokens.length === 1 || holdsPhrase(segment.lines.at(code).trim(), phrase))
      terms.push({ sets: segment.sets.codes, from: code, to: code + 1 })
}

const beginning = (segment: Segment, prefix: string): Clause => {
  const clause = empty()
  for (const [texts, sets] of [
    [segment.nameTokens, segment.sets.nameTokens],
    [segment.textTokens, segment.sets.textTokens],
  ] as const) {
    const term = { sets, ...prefixed(texts, prefix) }
    if (term.from < term.to) clause.terms.push(term)
  }
  return clause
}

export const prefixed = (texts: Texts, prefix: string): { from: number; to: number } => ({
  from: texts.lower(prefix, 0, texts.count),
  // No folded text holds U+FFFF, so this sorts after every text with the prefix.
  to: texts.lower(`${prefix}\uffff`, 0, texts.count),
})
