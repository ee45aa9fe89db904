import type { FastifyPluginAsync } from 'fastify'
import { operatePlans, PlansCommand } from '../plans/operating.ts'
import { checkControl } from '../platform/http/control.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { Refusal } from '../platform/refusal.ts'

/** Serves `npm run plans` while this process owns the embedded database. */
export const plansRoutes =
  (parts: { db: Database; controlToken: string; now: () => number }): FastifyPluginAsync =>
  (server) => {
    server.post('/_control/plans', (request) => {
      checkControl(request, parts.controlToken)
      const command = PlansCommand.safeParse(request.body)
      if (!command.success) throw new ProblemError('malformed', 'Unknown command.')
      return runCommand(parts.db, command.data, parts.now())
    })
    return Promise.resolve()
  }

const runCommand = async (
  db: Database,
  command: PlansCommand,
  now: number,
): Promise<{ lines: string[] }> => {
  try {
    return { lines: await operatePlans(db, command, now) }
  } catch (error) {
    if (error instanceof Refusal) throw new ProblemError('malformed', error.message)
    throw error
  }
}
