import { createInterface } from 'node:readline'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { importSignals, type FeedSummary } from '../signals/import-feed.ts'
import { checkControl } from '../platform/http/control.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

export type SignalsParts = {
  db: Database
  controlToken: string
  now: () => number
  /** Resolves when search has the new counts. */
  added(): Promise<void>
}

/** Serves `npm run signals` while this process owns the embedded database. */
export const signalsRoutes =
  ({ db, controlToken, now, added }: SignalsParts): FastifyPluginAsync =>
  (server) => {
    let running = false
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', (_request, _body, done) => done(null))

    const importFeed = async (request: FastifyRequest): Promise<FeedSummary> => {
      running = true
      try {
        const lines = createInterface({ input: request.raw, crlfDelay: Infinity })
        const summary = await importSignals(db, lines, () => new Date(now()))
        if (summary.added > 0)
          await added().catch((error: unknown) => {
            request.log.warn({ err: error }, 'search has not caught up with a feed')
          })
        return summary
      } finally {
        running = false
      }
    }
    server.post('/_control/signals', (request) => {
      checkControl(request, controlToken)
      if (running)
        throw new ProblemError(
          'still-running',
          'Another feed is being imported. Wait until it finishes.',
        )
      return importFeed(request)
    })
    return Promise.resolve()
  }
