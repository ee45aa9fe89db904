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
  /** Published in the data folder for commands of the same user. */
  controlToken: string
  /** ms since 1970. */
  now: () => number
  /** Resolves when search and its snapshot hold nothing of what was removed. */
  forgotten(): Promise<void>
}

const Asked = z.object({ who: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)) })

/** The door for `npm run remove-person`: whom to remove comes in as JSON, what was removed goes out in words. */
export const removalRoutes =
  (parts: RemovalParts): FastifyPluginAsync =>
  (server) => {
    server.post('/_control/remove-person', (request) => {
      checkControl(request, parts.controlToken)
      const asked = z.safeParse(Asked, request.body)
      if (!asked.success) throw new ProblemError('malformed', 'Enter who to remove.')
      return removed(parts, asked.data.who)
    })
    return Promise.resolve()
  }

const removed = async (
  { db, files, now, forgotten }: RemovalParts,
  who: string,
): Promise<{ lines: string[] }> => {
  try {
    const told = await removePerson(db, files, who, new Date(now()))
    await forgotten()
    return { lines: removedLines(told) }
  } catch (error) {
    if (error instanceof Refusal) throw new ProblemError('malformed', error.message)
    throw error
  }
}
