import type { FastifyPluginAsync } from 'fastify'
import { helpDeskPath, newTicket } from './help-desk.ts'
import { Ticks, runTicks } from './run-ticks.ts'
import { checkControl } from '../server/platform/http/control.ts'
import type { Database } from '../server/platform/db/db.ts'
import { ProblemError } from '../server/platform/http/problem-error.ts'
import { Refusal } from '../server/platform/refusal.ts'

/** Serves `npm run demo -- --tick` while this process owns the embedded database. */
export const demoRoutes =
  (parts: {
    db: Database
    controlToken: string
    now: () => number
    onSignalsAdded: () => void
  }): FastifyPluginAsync =>
  (server) => {
    server.get(helpDeskPath, (request, reply) =>
      reply.type('text/html; charset=utf-8').send(newTicket(request.query)),
    )
    server.post('/_control/demo', (request) => {
      checkControl(request, parts.controlToken)
      const parsed = Ticks.safeParse(request.body)
      if (!parsed.success) throw new ProblemError('malformed', 'Unknown command.')
      return runTicksNow(parts, parsed.data)
    })
    return Promise.resolve()
  }

const runTicksNow = async (
  { db, now, onSignalsAdded }: { db: Database; now: () => number; onSignalsAdded: () => void },
  { ticks }: Ticks,
): Promise<{ signals: number }> => {
  try {
    const signals = await runTicks(db, ticks, () => new Date(now()))
    onSignalsAdded()
    return { signals }
  } catch (error) {
    if (error instanceof Refusal) throw new ProblemError('malformed', error.message)
    throw error
  }
}
