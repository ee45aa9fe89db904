import type { FastifyPluginAsync } from 'fastify'
import { Id } from '../../contract/saved-work/item.ts'
import { PartReceipt } from '../../contract/money/uploads.ts'
import { uploadLimits } from '../../contract/money/upload-file.ts'
import { takePart } from '../uploads/parts.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { admitCaller, identifyLimited, type Serving } from '../platform/http/serve.ts'

export const exchangeRoutes =
  (serving: Serving, partMs: number): FastifyPluginAsync =>
  async (server) => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: uploadLimits.part },
      (_, body, done) => done(null, body),
    )
    server.setErrorHandler((error: { statusCode?: number; code?: string }) => {
      if (error.statusCode === 413)
        throw new ProblemError(
          'too-large',
          `A part has at most ${uploadLimits.part.toLocaleString('en-AU')} bytes.`,
        )
      if (error.statusCode === 415)
        throw new ProblemError('malformed', 'Send the part as application/octet-stream.')
      throw error
    })
    server.route<{ Params: { id: string; offset: string } }>({
      method: 'PUT',
      url: '/api/exchange/uploads/:id/parts/:offset',
      config: { bodyMs: partMs },
      onRequest: async (request) => {
        await identifyLimited(request, serving, 'other')
        // A compressed part would have to be unpacked to be counted.
        const packing = request.headers['content-encoding'] ?? 'identity'
        if (packing !== 'identity')
          throw new ProblemError('malformed', 'Send the part uncompressed.')
      },
      handler: async (request) => {
        const caller = await admitCaller({ callers: 'members' }, request, serving)
        const { id, offset } = request.params
        if (!Id.safeParse(id).success || !/^\d{1,9}$/.test(offset)) throw notFound()
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const part = { offset: Number(offset), bytes }
        return PartReceipt.parse(await takePart(serving.db, caller, id, part))
      },
    })
  }
