import { sql } from 'kysely'
import type { EndpointOutput, EndpointParsedInput } from '../../contract/core/endpoint.ts'
import type { uploadsEndpoints } from '../../contract/money/uploads.ts'
import { checkHeaderRow, headingKey, rememberedFor } from './mapping.ts'
import { bytesOf, checkWhole } from './parts.ts'
import { readInThread } from './read-in-thread.ts'
import type { ReadFile } from './read-file.ts'
import type { ReadingQueue } from './reading-queue.ts'
import { previewOf } from './suggest-columns.ts'
import { Unreadable } from '../workbook/unreadable.ts'
import { readingOf, uploadOf, type StoredUpload } from './uploads.ts'
import type { Context } from '../platform/http/context.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

type PreviewEndpoint = typeof uploadsEndpoints.uploadPreview

/** The first call reads the file; an unreadable file becomes FAILED with the reason. */
export const previewUpload = async (
  { db, queueReading }: { db: Database; queueReading: ReadingQueue },
  context: Context,
  { id, category, headerRow }: EndpointParsedInput<PreviewEndpoint>,
): Promise<EndpointOutput<PreviewEndpoint>> => {
  const upload = await context.inOrg((trx) => uploadOf(trx, context, id))
  checkWhole(upload)
  if (upload.state === 'FAILED' && upload.read === null)
    throw unreadable(upload.reason ?? 'We can’t read this file.')
  const known = await context.inOrg((trx) => readingOf(trx, id))
  const read =
    known ?? (await queueReading(context.orgId, id, () => readAndKeep(db, context, upload)))
  if (headerRow !== undefined) checkHeaderRow(read, headerRow)
  const companies = await context.inOrg((trx) => rememberedFor(trx, 'company'))
  const people = await context.inOrg((trx) => rememberedFor(trx, 'people'))
  const remembered = { company: companies, people }
  const seen = headerRow === undefined ? read : { ...read, headerRow }
  return previewOf(seen, category, (kind) => remembered[kind], headingKey)
}

const readAndKeep = async (
  db: Database,
  { orgId }: Context,
  { id, size }: StoredUpload,
): Promise<ReadFile> => {
  const keep = (change: { read: string } | { state: 'FAILED'; reason: string }): Promise<unknown> =>
    db.asOrg(orgId, (trx) =>
      trx
        .updateTable('upload')
        .set({ ...change, updated_at: sql`now()` })
        .where('id', '=', id)
        .execute(),
    )
  try {
    const read = await readInThread(bytesOf(db, orgId, id), size)
    await keep({ read: JSON.stringify(read) })
    return read
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await keep({ state: 'FAILED', reason: error.message })
    throw unreadable(error.message, error)
  }
}

const unreadable = (detail: string, { pointer = '', code = 'unreadable' } = {}): ProblemError =>
  new ProblemError('invalid-input', detail, { errors: [{ pointer, code, detail }] })
