import { dayRangeOf } from '../../../contract/search/day-ranges.ts'
import { haversineOf } from '../../../contract/search/distance.ts'
import type { Criteria } from '../../../contract/search/criteria.ts'
import {
  activityIds,
  facetsOf,
  isActivity,
  isText,
  tokenize,
  type ActivitySets,
  type Also,
} from '../../../contract/search/match.ts'
import { foldText } from '../../../contract/search/search-doc.ts'
import { boxOf, withinOf, type Within } from '../map-points.ts'
import { dayField, longestGram, textField, valueField } from './fields.ts'
import { haversineScript } from './scripts.ts'

/** In the cluster's language. */
export type Query = Readonly<Record<string, unknown>>

export type Question = {
  criteria: Criteria
  activity?: ActivitySets | undefined
  also?: readonly Also[] | undefined
  /** Some filters depend on the day, YYYY-MM-DD. */
  today: string
}

/** The filter `without` loses its chosen values but keeps its excluded ones. */
export const queryOf = (question: Question, without?: string): Query => {
  const { criteria, also = [] } = question
  const filter: Query[] = []
  const not: Query[] = []
  for (const [identifier, values] of Object.entries(criteria.filters))
    if (values.length > 0 && identifier !== without)
      filter.push(...chosenQueries(question, identifier, values))
  for (const token of tokenize(criteria.search)) filter.push(beginsWith('tokens', token))
  for (const [identifier, values] of Object.entries(criteria.excluded))
    not.push(...valueQueries(question, identifier, values))
  for (const clause of also)
    if (clause.not) not.push(...alsoQueries(question, clause))
    else filter.push(anyOf(alsoQueries(question, clause)))
  const within = withinOf(criteria.metadata)
  if (within) filter.push(...withinQueries(within))
  return allOf(filter, not)
}

/** Records that meet every clause. */
export const levelQuery = (question: Question, level: readonly Also[]): Query =>
  queryOf({ ...question, criteria: nothing, also: level })

const nothing: Criteria = { filters: {}, operators: {}, excluded: {}, search: '', metadata: {} }

/** A clause for all values, or for each of them if they are joined by AND. */
export const chosenQueries = (
  question: Question,
  identifier: string,
  values: readonly string[],
): Query[] => {
  const unknown = unknownQueries(question, identifier)
  const groups =
    question.criteria.operators[identifier] === 'AND' ? values.map((value) => [value]) : [values]
  return groups.map((group) => anyOf([...valueQueries(question, identifier, group), ...unknown]))
}

/** None unless the criteria ask for unknown records. */
export const unknownQueries = ({ criteria }: Question, identifier: string): Query[] => {
  const { metadata } = criteria
  if (isActivity(identifier) || metadata.includeUnknown?.includes(identifier) !== true) return []
  const known = facetsOf(identifier, metadata).map((facet) => ({
    exists: { field: valueField(facet) },
  }))
  return [allOf([], known)]
}

/** Joined by OR. */
export const valueQueries = (
  { criteria, activity, today }: Question,
  identifier: string,
  values: readonly string[],
): Query[] => {
  if (isActivity(identifier))
    return idQueries(values.flatMap((value) => activityIds(activity, identifier, value)))
  return facetsOf(identifier, criteria.metadata).flatMap((facet) => {
    if (isText(facet)) return values.flatMap((value) => phraseQueries(facet, value))
    const ranges = values.map((value) => dayRangeOf(identifier, value, today))
    const lasting = values.filter(
      (value, index) => ranges[index] === undefined && isStorable(value),
    )
    return [
      ...ranges.flatMap((range) =>
        range ? [{ range: { [dayField(range.day)]: { gte: range.from, lte: range.to } } }] : [],
      ),
      ...(lasting.length > 0 ? [{ terms: { [valueField(facet)]: lasting } }] : []),
    ]
  })
}

/** JSON cannot say half a character, and no record has one. */
export const isStorable = (value: string): boolean => value.isWellFormed()

export const anyOf = (queries: readonly Query[]): Query => {
  const [only] = queries
  if (only === undefined) return { match_none: {} }
  return queries.length === 1 ? only : { bool: { should: queries, minimum_should_match: 1 } }
}

export const allOf = (filter: readonly Query[], not: readonly Query[] = []): Query =>
  filter.length === 0 && not.length === 0 ? { match_all: {} } : { bool: { filter, must_not: not } }

/** A word that begins with a folded one. */
export const beginsWith = (field: 'tokens' | 'names', token: string): Query =>
  isGram(token) ? { term: { [field]: token } } : { prefix: { [field]: token } }

export const isGram = (token: string): boolean => Array.from(token).length <= longestGram

const alsoQueries = (question: Question, { values }: Also): Query[] =>
  Object.entries(values).flatMap(([identifier, wanted]) =>
    valueQueries(question, identifier, wanted),
  )

/** An index takes so many terms in a query. */
const maxTerms = 65_536

const idQueries = (ids: readonly string[]): Query[] =>
  Array.from({ length: Math.ceil(ids.length / maxTerms) }, (_, part) => ({
    terms: { id: ids.slice(part * maxTerms, (part + 1) * maxTerms) },
  }))

const phraseQueries = (facet: string, value: string): Query[] => {
  const phrase = foldText(value)
  if (phrase === '') return []
  const kind = phrase.includes(' ') ? 'match_phrase' : 'term'
  return [{ [kind]: { [textField(facet)]: phrase } }]
}

/** A box first, since the exact distance is computed for each of its records. */
const withinQueries = (within: Within): Query[] => {
  const { south, north, west, east } = boxOf(within)
  const corner = (lat: number, lng: number) => ({ lat: lat / 1e6, lon: lng / 1e6 })
  return [
    {
      geo_bounding_box: {
        geo: {
          top_left: corner(Math.min(north, 90e6), west),
          bottom_right: corner(Math.max(south, -90e6), east),
        },
      },
    },
    {
      script: {
        script: haversineScript(within, 'least <= params.limit', {
          limit: haversineOf(within.withinKm),
        }),
      },
    },
  ]
}
