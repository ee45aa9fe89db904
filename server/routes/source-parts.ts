import type { FastifyPluginAsync } from 'fastify'
import { Id } from '../../contract/saved-work/item.ts'
import { sourcePart } from '../../contract/org/sources.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { admitCaller, identifyLimited, type Serving } from '../platform/http/serve.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { countPart, expectedPart, writePart } from '../sources/file-parts.ts'

export type SourcePartsRoute = {
  serving: Serving
  files: FileStore
  partMs: number
  wake(): void
}

/** In the file store, so that any process can read them; a repeated part changes nothing. */
export const sourcePartRoutes =
  ({ serving, files, partMs, wake }: SourcePartsRoute): FastifyPluginAsync =>
  async (server) => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: sourcePart },
      (_, body, done) => done(null, body),
    )
    server.setErrorHandler((error: { statusCode?: number }) => {
      if (error.statusCode === 413)
        throw new ProblemError('too-large', `A part has at most ${sourcePart} bytes.`)
      if (error.statusCode === 415)
        throw new ProblemError('malformed', 'Send the part as application/octet-stream.')
      throw error
    })
    server.route<{ Params: { run: string; n: string } }>({
      method: 'PUT',
      url: '/api/sources/parts/:run/:n',
      config: { bodyMs: partMs },
      onRequest: async (request) => {
        await identifyLimited(request, serving, 'other')
        if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
          throw new ProblemError('malformed', 'Send the part uncompressed.')
      },
      handler: async (request) => {
        const definition = { callers: 'admins', gate: 'member' } as const
        const caller = await admitCaller(definition, request, serving)
        const { run: runId, n: given } = request.params
        if (!Id.safeParse(runId).success || !/^\d{1,4}$/.test(given)) throw notFound()
        const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const part = { runId, n: Number(given), bytes: content.length }
        const { db } = serving
        const expected = await db.asOrg(caller.orgId, (trx) => expectedPart(trx, caller, part))
        // Outside a transaction: object storage may be slow.
        if (expected === 'next') await writePart(files, runId, part.n, content)
        const receipt = await db.asOrg(caller.orgId, (trx) => countPart(trx, part))
        wake()
        return receipt
      },
    })
  }
