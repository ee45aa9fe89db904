import { sql } from 'kysely'
import type { EndpointOutput, EndpointParsedInput } from '../../contract/core/endpoint.ts'
import type { agentsEndpoints } from '../../contract/signals/agents.ts'
import { signalDays } from '../../contract/constants.ts'
import { checkWatched } from './check-agent.ts'
import { simulateDeliveries } from './delivery-time.ts'
import { zoneNow } from './time.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { meets, type Question } from '../signals/conditions.ts'
import { marketDay } from '../signals/market-day.ts'
import { recordsOfSearches } from '../signals/prepare-question.ts'
import { askSignals, countDays } from '../signals/question.ts'
import { signalViews } from '../signals/views.ts'
import type { Context } from '../platform/http/context.ts'
import { addDays } from '../../contract/core/days.ts'

type Preview = typeof agentsEndpoints.previewAgent

/** Throws as `checkWatched` does. */
export const preview = async (
  resolver: QueryResolver,
  context: Context,
  input: EndpointParsedInput<Preview>,
  now: Date,
): Promise<EndpointOutput<Preview>> => {
  await context.inOrg((trx) => checkWatched(trx, context.userId, input))
  const { category, filters, types, listIds, minConfidence } = input
  const question: Question = {
    category,
    filters,
    types,
    listIds,
    minConfidence,
    found: await recordsOfSearches(resolver, context, [input]),
    now,
  }
  return context.inOrg(async (trx) => {
    const { total, ids } = await askSignals(trx, context, question, { from: 0, size: few })
    const since = addDays(marketDay(now), -signalDays)
    const { rows } = await sql<{ at: Date }>`
      select distinct s.detected_at as at from signal s
      where ${meets(context, question)} and s.detected_at >= ${since}::date`.execute(trx)
    const moments = rows.map(({ at }) => at)
    const zone = input.timeZone ?? (await zoneNow(trx))
    const { deliveries, fullDays } = simulateDeliveries(input, moments, now, zone)
    return {
      total,
      notices: deliveries,
      fullDays,
      days: await countDays(trx, context, question),
      sample: await signalViews(trx, context, ids),
    }
  })
}

const few = 5
