import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { resultsFile } from '../downloads/rows.ts'
import { requestOf } from '../downloads/store.ts'
import { isFormerMember } from '../members/membership.ts'
import type { Database } from '../platform/db/db.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { rejectsKey, rejectsName } from '../sources/file-parts.ts'
import { verifyAddress } from '../downloads/token.ts'

export type FileRoutesParts = {
  db: Database
  files: FileStore
  linkKey: Uint8Array
  now: () => number
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/**
 * By a signed link, because a browser's download sends no header: ten minutes, and only while its member belongs to the
 * organisation. Caches must not store the file.
 */
export const fileRoutes =
  (parts: FileRoutesParts) =>
  (app: FastifyInstance): void => {
    app.get<{ Params: { token: string } }>('/files/:token', async ({ params }, reply) => {
      const address = verifyAddress(parts.linkKey, params.token)
      if (address === null) throw notFound()
      if (parts.now() > address.until)
        throw new ProblemError(
          'file-expired',
          'This link has expired. Get a new one in the Download centre.',
        )
      const { orgId, userId, requestId, what } = address
      const { isFormer, request } = await parts.db.asOrg(orgId, async (trx) => ({
        isFormer: await isFormerMember(trx, userId),
        request: await requestOf(trx, requestId),
      }))
      if (isFormer) throw notFound()
      if (what === 'rejected') {
        const name = await parts.db.asOrg(orgId, (trx) => rejectsName(trx, requestId))
        const rejects = await parts.files.read(rejectsKey(requestId))
        if (name === undefined || rejects === undefined) throw notFound()
        sendAs(reply, name, 'csv')
        void reply.header('content-length', rejects.bytes)
        return reply.send(rejects.content)
      }
      if (what === 'results' && request) {
        sendAs(reply, `${request.name} - results.csv`, 'csv')
        return reply.send(Readable.from(resultsFile(parts.db, orgId, requestId)))
      }
      const key = request?.file?.key
      const file = key ? await parts.files.read(key) : undefined
      if (!request?.file || !file)
        throw new ProblemError(
          'file-expired',
          'This file has expired. Download it again in the Download centre.',
        )
      sendAs(reply, request.file.name, request.format)
      void reply.header('content-length', file.bytes)
      return reply.send(file.content)
    })
  }

const sendAs = (reply: FastifyReply, name: string, format: keyof typeof types): void => {
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  void reply
    .type(types[format])
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, percent)}`,
    )
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
}

const percent = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
