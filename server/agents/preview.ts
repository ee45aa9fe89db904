import { sql } from 'kysely'
import type { CallOutput, CallParsed } from '../../contract/core/endpoint.ts'
import type { agentsCalls } from '../../contract/signals/agents.ts'
import { daysBefore } from '../../contract/signals/signal-filters.ts'
import { defaultDays } from '../../contract/signals/signals.ts'
import { checkWatched } from './checking.ts'
import { ringsOver } from './due.ts'
import { zoneNow } from './time.ts'
import type { Asking } from '../saved-work/resolve-query.ts'
import { meets, type Question } from '../signals/conditions.ts'
import { marketDay } from '../signals/market-day.ts'
import { foundBy } from '../signals/preparing.ts'
import { askSignals, countDays } from '../signals/question.ts'
import { signalViews } from '../signals/views.ts'
import type { Context } from '../platform/http/context.ts'

type Call = typeof agentsCalls.previewAgent

/** What the last 90 days would have given an agent that is being made: the same question its screen asks, and its own rules of telling over the moments signals came. Throws as `checkWatched`. */
export const preview = async (
  asking: Asking,
  context: Context,
  input: CallParsed<Call>,
  now: Date,
): Promise<CallOutput<Call>> => {
  await context.inOrg((trx) => checkWatched(trx, context.userId, input))
  const { category, filters, types, listIds, minConfidence } = input
  const question: Question = {
    category,
    filters,
    types,
    listIds,
    minConfidence,
    found: await foundBy(asking, context, [input]),
    now,
  }
  return context.inOrg(async (trx) => {
    const { total, ids } = await askSignals(trx, context, question, { from: 0, size: few })
    const since = daysBefore(marketDay(now), defaultDays)
    const { rows } = await sql<{ at: Date }>`
      select distinct s.detected_at as at from signal s
      where ${meets(context, question)} and s.detected_at >= ${since}::date`.execute(trx)
    const moments = rows.map(({ at }) => at)
    const { rings, fullDays } = ringsOver(input, moments, now, await zoneNow(trx))
    return {
      total,
      notices: rings,
      fullDays,
      days: await countDays(trx, context, question),
      sample: await signalViews(trx, context, ids),
    }
  })
}

const few = 5
