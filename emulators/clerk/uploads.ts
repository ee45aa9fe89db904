import type { FastifyInstance, FastifyRequest } from 'fastify'

const LARGEST_BYTES = 12 * 1024 * 1024

/** clerk-js sends files in a multipart form, or alone as base64. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()))
    },
  )
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: LARGEST_BYTES },
    async (request: FastifyRequest, body: Buffer) =>
      fileIn(new Uint8Array(body), request.headers['content-type'] ?? ''),
  )
  app.addContentTypeParser<Buffer>(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: LARGEST_BYTES },
    async (_request: FastifyRequest, body: Buffer) => {
      const text = body.toString()
      const bare = text.replace(/^data:[^,]*,/, '')
      return /^[\w+/=\s]+$/.test(bare) ? Buffer.from(bare, 'base64') : body
    },
  )
}

async function fileIn(body: Uint8Array<ArrayBuffer>, type: string): Promise<Uint8Array | null> {
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => null)
  const file = form?.get('file')
  return file instanceof File ? file.bytes() : null
}
