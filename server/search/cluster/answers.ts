import { createHash } from 'node:crypto'
import type { Category } from '../../../contract/records/records.ts'
import { ClusterAway, ClusterRefusal, type Nodes } from './nodes.ts'
import type { Query } from './query.ts'

export type Body = Readonly<{
  query: Query
  size: number
  from?: number
  sort?: readonly unknown[]
  aggs?: Readonly<Record<string, unknown>>
  docvalue_fields?: readonly string[]
}>

export type Hit = { fields: Record<string, string[]>; sort: (number | string)[] }

export type Buckets = { buckets: { key: string; doc_count: number }[] }

export type Answer = {
  hits: { total: { value: number }; hits: Hit[] }
  aggregations?: Record<string, unknown>
}

/** Complete or not at all: the total of some shards would be a wrong total. */
export type Questions = {
  answer(category: Category, body: Body): Promise<Answer>
  /** To each of the bodies, in one call. */
  answers(category: Category, bodies: readonly Body[]): Promise<Answer[]>
}

export const createQuestions = (
  nodes: Nodes,
  aliasOf: (category: Category) => string,
): Questions => {
  const answers = async (category: Category, bodies: readonly Body[]): Promise<Answer[]> => {
    const lines = bodies.flatMap((body) => {
      const text = JSON.stringify({ ...body, ...always })
      // The next page comes from the copy that answered the first.
      const { from: _, ...questions } = body
      const preference = createHash('sha1').update(JSON.stringify(questions)).digest('hex')
      return [JSON.stringify({ preference, allow_partial_search_results: false }), text]
    })
    const path = `/${aliasOf(category)}/_msearch?max_concurrent_searches=4`
    const found = await nodes.call('POST', path, `${lines.join('\n')}\n`, searchMs + 2_000)
    // The answer of OpenSearch 3 to a multi-search.
    const { responses } = found as { responses: (Answer & Outcome)[] }
    for (const answer of responses) refuseIncomplete(answer)
    return responses
  }
  return {
    answer: async (category, body) => {
      const [answer] = await answers(category, [body])
      if (!answer) throw new ClusterAway('The search cluster gave no answer.')
      return answer
    },
    answers,
  }
}

const searchMs = 10_000

const always = {
  track_total_hits: true,
  timeout: `${searchMs}ms`,
  _source: false,
  stored_fields: '_none_',
}

type Outcome = {
  status: number
  error?: { type: string; reason?: string; root_cause?: unknown }
  timed_out?: boolean
  _shards?: { failed: number }
}

const refuseIncomplete = ({ status, error, timed_out, _shards }: Outcome): void => {
  if (error) {
    const why = JSON.stringify(error).slice(0, 2_000)
    // An index is not there yet, or a shard has no copy at the moment.
    if (status === 404 || status === 429 || status >= 502) throw new ClusterAway(why)
    throw new ClusterRefusal(status, why)
  }
  if (timed_out === true) throw new ClusterAway('A search took too long.')
  if (_shards && _shards.failed > 0) throw new ClusterAway(`${_shards.failed} shards failed.`)
}
