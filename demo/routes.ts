import type { FastifyPluginAsync } from 'fastify'
import { Ticks, tickTimes } from './ticking.ts'
import { checkControl } from '../server/platform/http/control.ts'
import type { Database } from '../server/platform/db/db.ts'
import { ProblemError } from '../server/platform/http/problem-error.ts'
import { Refusal } from '../server/platform/refusal.ts'

/** The door for `npm run demo -- --tick` while this process owns the embedded database; `told` hears that there are new signals. */
export const demoRoutes =
  (parts: {
    db: Database
    controlToken: string
    now: () => number
    told: () => void
  }): FastifyPluginAsync =>
  (server) => {
    server.post('/_control/demo', (request) => {
      checkControl(request, parts.controlToken)
      const asked = Ticks.safeParse(request.body)
      if (!asked.success) throw new ProblemError('malformed', 'Unknown command.')
      return ticked(parts, asked.data)
    })
    return Promise.resolve()
  }

const ticked = async (
  { db, now, told }: { db: Database; now: () => number; told: () => void },
  { ticks }: Ticks,
): Promise<{ signals: number }> => {
  try {
    const signals = await tickTimes(db, ticks, () => new Date(now()))
    told()
    return { signals }
  } catch (error) {
    if (error instanceof Refusal) throw new ProblemError('malformed', error.message)
    throw error
  }
}
