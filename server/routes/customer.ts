import type { FastifyPluginAsync } from 'fastify'
import { FlagsCommand, operateFlags } from '../flags.ts'
import { checkControl } from '../platform/http/control.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { Refusal } from '../platform/refusal.ts'

/** Serves `npm run flags` while this process owns the embedded database. */
export const flagsRoutes =
  (parts: { db: Database; controlToken: string }): FastifyPluginAsync =>
  (server) => {
    server.post('/_control/flags', (request) => {
      checkControl(request, parts.controlToken)
      const command = FlagsCommand.safeParse(request.body)
      if (!command.success) throw new ProblemError('malformed', 'Unknown command.')
      return runCommand(parts.db, command.data)
    })
    return Promise.resolve()
  }

const runCommand = async (db: Database, command: FlagsCommand): Promise<{ lines: string[] }> => {
  try {
    return { lines: await operateFlags(db, command) }
  } catch (error) {
    if (error instanceof Refusal) throw new ProblemError('malformed', error.message)
    throw error
  }
}
