import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { uuidv7 } from 'uuidv7'
import { parseMapping } from '../importers/mapping.ts'
import { importFile, type Progress } from '../importers/run.ts'
import type { Summary } from '../importers/summary.ts'
import { checkControl } from '../platform/http/control.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { Refusal } from '../platform/refusal.ts'

export type ImportingParts = {
  db: Database
  controlToken: string
  dataFolder: string
  /** Resolves when search finds everything written so far. */
  found(): Promise<void>
}

/** The last line is a summary or a refusal. */
export type ImportMessage = { progress: Progress } | { summary: Summary } | { refused: string }

const Query = z.object({
  format: z.string(),
  name: z.string().check(z.regex(/^[^/\\\0]{1,200}$/)),
  modified: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  dryRun: z.optional(z.literal('true')),
  force: z.optional(z.literal('true')),
  countries: z.optional(z.string()),
  mapping: z.optional(z.string()),
})

/**
 * Serves `npm run import` while this process owns the embedded database. The file is received completely first, so an aborted
 * upload imports nothing.
 */
export const importingRoutes =
  ({ db, controlToken, dataFolder, found }: ImportingParts): FastifyPluginAsync =>
  async (server) => {
    const folder = join(dataFolder, 'imports')
    const ending = new AbortController()
    let running = false
    server.addHook('preClose', () => ending.abort())
    // Files left by a crash; this process is the folder's only owner.
    for (const left of await readdir(folder).catch(() => []))
      if (left.endsWith('.upload')) await rm(join(folder, left), { force: true })
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', (_request, _body, done) => done(null))

    server.post('/_control/import', async (request, reply) => {
      checkControl(request, controlToken)
      const query = Query.safeParse(request.query)
      if (!query.success)
        throw new ProblemError(
          'malformed',
          'The import needs a format, a name and a modified date.',
        )
      if (running)
        throw new ProblemError(
          'still-running',
          'Another import is in progress. Wait until it finishes.',
        )
      running = true
      const path = join(folder, `${uuidv7()}.upload`)
      const lines = new PassThrough()
      const send = (message: ImportMessage): void =>
        void lines.write(`${JSON.stringify(message)}\n`)
      const end = async (): Promise<void> => {
        await rm(path, { force: true })
        running = false
        lines.end()
      }
      try {
        await mkdir(folder, { recursive: true })
        await pipeline(request.raw, createWriteStream(path, { mode: 0o600 }))
        const started = Promise.withResolvers<void>()
        const work = importFile(db, {
          ...importOptions(query.data),
          path,
          rejectFolder: folder,
          signal: AbortSignal.any([ending.signal, abortOnClose(request)]),
          onProgress: (progress) => {
            send({ progress })
            started.resolve()
          },
        }).then(async (summary) => {
          // The operator may search for an imported company as soon as the import is done.
          await found().catch((error: unknown) => {
            request.log.warn({ err: error }, 'search has not caught up with an import')
          })
          return summary
        })
        // Most errors show before the import starts; later ones go to the last line.
        await Promise.race([started.promise, work])
        void reportEnd(work, { send, request }).then(end)
      } catch (error) {
        await end()
        if (error instanceof Refusal) throw new ProblemError('malformed', error.message)
        if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
          throw new ProblemError('storage-full', 'The disk is too full for a copy of this file.')
        throw error
      }
      return reply.type('application/x-ndjson').send(lines)
    })
  }

const importOptions = ({ name, modified, format, ...rest }: z.output<typeof Query>) => ({
  name,
  modified,
  format,
  dryRun: rest.dryRun === 'true',
  force: rest.force === 'true',
  ...(rest.countries !== undefined && { countries: rest.countries.split(',') }),
  ...(rest.mapping !== undefined && { mapping: parseMapping(rest.mapping) }),
})

const reportEnd = (
  work: Promise<Summary>,
  { send, request }: { send: (message: ImportMessage) => void; request: FastifyRequest },
): Promise<void> =>
  work.then(
    (summary) => send({ summary }),
    (error: unknown) => send({ refused: refusalOf(error, request) }),
  )

const refusalOf = (error: unknown, request: FastifyRequest): string => {
  if (error instanceof Refusal) return error.message
  request.log.error({ err: error }, 'an import failed')
  return 'The import failed. Check the log, then run it again to continue.'
}

const abortOnClose = (request: FastifyRequest): AbortSignal => {
  const controller = new AbortController()
  request.raw.socket.once('close', () => controller.abort())
  return controller.signal
}
