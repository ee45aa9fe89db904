import { dayRangeOf } from '../../../contract/search/day-ranges.ts'
import { isActivity, isText } from '../../../contract/search/match.ts'
import type { CountsRequest } from '../engine.ts'
import type { Answer, Body, Buckets, Questions } from './answers.ts'
import { valueField } from './fields.ts'
import {
  allOf,
  anyOf,
  chosenQueries,
  isStorable,
  queryOf,
  unknownQueries,
  valueQueries,
  type Query,
  type Question,
} from './query.ts'

type Counts = Record<string, Record<string, number>>

/** One search per filter: those of its records that count in any case, and of the others those that hold each value. */
export const counts = async (
  questions: Questions,
  request: CountsRequest,
  today: string,
): Promise<{ total: number; counts: Counts }> => {
  const question: Question = { ...request, today }
  const groups = Object.entries(request.options).map(([identifier, values]) =>
    createGroup(question, identifier, [...new Set(values)]),
  )
  const total: Body = { query: queryOf(question), size: 0 }
  const [first, ...others] = await questions.answers(request.category, [
    total,
    ...groups.map(({ body }) => body),
  ])
  return {
    total: first?.hits.total.value ?? 0,
    counts: Object.fromEntries(
      groups.map(({ identifier, read }, index) => {
        const answer = others[index]
        return [identifier, answer ? read(answer) : {}]
      }),
    ),
  }
}

type Group = { identifier: string; body: Body; read(answer: Answer): Record<string, number> }

const createGroup = (question: Question, identifier: string, values: readonly string[]): Group => {
  const { criteria } = question
  const chosen = criteria.filters[identifier] ?? []
  const together = chosen.length === 0 || criteria.operators[identifier] === 'AND'
  const settled = together
    ? unknownQueries(question, identifier)
    : chosenQueries(question, identifier, chosen)
  const plain = isPlain(question, identifier, values)
  const counted = plain
    ? {
        terms: { field: valueField(identifier), include: values, size: Math.max(1, values.length) },
      }
    : { filters: { filters: values.map((value) => holding(question, identifier, value)) } }
  return {
    identifier,
    body: {
      query: together ? queryOf(question) : queryOf(question, identifier),
      size: 0,
      aggs: values.length === 0 ? {} : { open: { filter: allOf([], settled), aggs: { counted } } },
    },
    read: ({ hits, aggregations }) => {
      // The body asks for it, unless there is no value.
      const open = aggregations?.['open'] as { doc_count: number; counted: Buckets } | undefined
      if (!open) return {}
      const always = hits.total.value - open.doc_count
      const { buckets } = open.counted
      const countOf = plain
        ? (value: string) => buckets.find(({ key }) => key === value)?.doc_count
        : (_: string, index: number) => buckets[index]?.doc_count
      return Object.fromEntries(
        values.map((value, index) => [value, always + (countOf(value, index) ?? 0)]),
      )
    },
  }
}

/** Each value is in the field as it is, so that one pass counts all. */
const isPlain = ({ today }: Question, identifier: string, values: readonly string[]): boolean =>
  !isActivity(identifier) &&
  !isText(identifier) &&
  values.every((value) => isStorable(value) && dayRangeOf(identifier, value, today) === undefined)

const holding = (question: Question, identifier: string, value: string): Query =>
  anyOf(valueQueries(question, identifier, [value]))
