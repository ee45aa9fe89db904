import type { AgentFields } from '../../contract/signals/agents.ts'
import { signalFilterErrors } from '../../contract/signals/signal-filters.ts'
import type { SignalQuestion } from '../../contract/signals/signals.ts'
import { maxListed } from '../../contract/saved-work/item.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { QueryResolver, Caller } from '../saved-work/resolve-query.ts'
import type { Question, Watched } from './conditions.ts'

/** Adds the agent and the results of saved searches. Throws `invalid-filter`, and `not-found` for an agent of another member. */
export const prepareQuestion = async (
  resolver: QueryResolver,
  caller: Caller,
  question: SignalQuestion,
  now: Date,
  forYou?: readonly string[],
): Promise<Question> => {
  checkFilters(question)
  const agent = question.agentId ? await agentOf(caller, question.agentId) : undefined
  const { category, filters, search, country, incrementalRunIds } = question
  return {
    category,
    filters,
    search,
    now,
    country,
    forYou,
    ...(agent && { agent }),
    ...(incrementalRunIds && incrementalRunIds.length > 0 && { incrementalRunIds }),
    found: await recordsOfSearches(resolver, caller, [
      { category, filters },
      ...(agent ? [agent] : []),
    ]),
  }
}

/** At most 10,000 each. Not for use inside a transaction. */
export const recordsOfSearches = async (
  resolver: QueryResolver,
  caller: Caller,
  watched: readonly Watched[],
): Promise<Map<string, readonly string[]>> => {
  const listIds = [
    ...new Set(
      watched.flatMap(({ filters, listIds: ids = [] }) => [...(filters['lists'] ?? []), ...ids]),
    ),
  ]
  const found = new Map<string, readonly string[]>()
  if (listIds.length === 0) return found
  const searches = await caller.inOrg((trx) =>
    trx
      .selectFrom('saved_item')
      .select(['id', 'category', 'content'])
      .where('id', 'in', listIds)
      .where('kind', '=', 'dynamic')
      .where('deleted_at', 'is', null)
      .where((is) => is.or([is('owner_id', '=', caller.userId), is('shared', '=', true)]))
      .execute(),
  )
  for (const { id, category, content } of searches) {
    const { ids } = await resolver.ids({ category, criteria: content, size: maxListed }, caller)
    found.set(id, ids)
  }
  return found
}

export const checkFilters = ({ filters, category }: Watched): void => {
  const errors = signalFilterErrors(filters, category)
  if (errors.length > 0)
    throw new ProblemError('invalid-filter', 'Some filters aren’t valid.', { errors })
}

const agentOf = async ({ inOrg, userId }: Caller, id: string): Promise<AgentFields> => {
  const row = await inOrg((trx) =>
    trx
      .selectFrom('signal_agent')
      .select('fields')
      .where('id', '=', id)
      .where('owner_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (row === undefined) throw new ProblemError('not-found', 'We can’t find this agent.')
  return row.fields
}
