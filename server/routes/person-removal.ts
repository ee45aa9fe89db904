import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { removedLines, removePerson } from '../person-removal/person.ts'
import { checkControl } from '../platform/http/control.ts'
import type { Database } from '../platform/db/db.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { Refusal } from '../platform/refusal.ts'

export type RemovalParts = {
  db: Database
  files: FileStore
  controlToken: string
  now: () => number
  /** Resolves when the search index and its snapshot hold nothing of the person. */
  forgotten(): Promise<void>
}

const RemovalRequest = z.object({
  identifier: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)),
})

/** Serves `npm run remove-person`. */
export const removalRoutes =
  (parts: RemovalParts): FastifyPluginAsync =>
  (server) => {
    server.post('/_control/remove-person', (request) => {
      checkControl(request, parts.controlToken)
      const parsed = z.safeParse(RemovalRequest, request.body)
      if (!parsed.success) throw new ProblemError('malformed', 'Enter who to remove.')
      return removeAndDescribe(parts, parsed.data.identifier)
    })
    return Promise.resolve()
  }

const removeAndDescribe = async (
  { db, files, now, forgotten }: RemovalParts,
  query: string,
): Promise<{ lines: string[] }> => {
  try {
    const outcome = await removePerson(db, files, query, new Date(now()))
    await forgotten()
    return { lines: removedLines(outcome) }
  } catch (error) {
    if (error instanceof Refusal) throw new ProblemError('malformed', error.message)
    throw error
  }
}
