import { nameGap } from './fields.ts'
import { beginsWith, isGram, type Query } from './query.ts'

/** As `relevance` of our contract, from the best class to the last but one; the query is folded and not empty. */
export const nameClassQueries = (query: string): [equal: Query, begins: Query, prefixes: Query] => [
  { term: { names_exact: query } },
  { prefix: { names_exact: query } },
  everyPrefix(query.split(' ')),
]

/** The score is 3 for the best class, and nothing for records in none. */
export const nameClassScores = (query: string): Query => scored(nameClassQueries(query))

/** The first query's records score highest: as many points as there are queries. */
export const scored = (queries: readonly Query[]): Query => ({
  dis_max: {
    queries: queries.map((filter, index) => ({
      constant_score: { filter, boost: queries.length - index },
    })),
  },
})

/** Each begins a word of the same name. */
const everyPrefix = (tokens: readonly string[]): Query => {
  const [only = ''] = tokens
  if (tokens.length === 1) return beginsWith('names', only)
  const clauses = tokens.map((token) =>
    isGram(token)
      ? { span_term: { names: token } }
      : { span_multi: { match: { prefix: { names: token } } } },
  )
  return { span_near: { clauses, slop: nameGap / 2, in_order: false } }
}
