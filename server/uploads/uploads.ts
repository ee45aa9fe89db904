import { sql, type Selectable, type Transaction } from 'kysely'
import type { Upload, UploadState } from '../../contract/money/uploads.ts'
import { mostUploads, uploadLimits } from '../../contract/money/upload-file.ts'
import { isOver } from '../../contract/money/downloads.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { UploadRow } from '../platform/db/upload-tables.ts'
import { entitlementsOf } from '../customer/entitlements.ts'
import type { ReadFile } from './reading.ts'

type Trx = Transaction<Tables>

/** Who asks. */
export type Who = Pick<Context, 'orgId' | 'userId' | 'role'>

/** An upload as it is kept, with what reading its file has found but for its first rows. */
export type Kept = Omit<Selectable<UploadRow>, 'read'> & { read: Omit<ReadFile, 'sample'> | null }

/** The first rows may be a megabyte, and an upload is looked at each second while it is matched. */
const selected = (trx: Trx) =>
  trx
    .selectFrom('upload')
    .selectAll()
    .select(sql`read - 'sample'`.as('read'))
    .$castTo<Kept>()

/** All that reading its file has found; null before it was read. */
export const readingOf = async (trx: Trx, id: string): Promise<ReadFile | null> => {
  const row = await trx
    .selectFrom('upload')
    .select('read')
    .where('id', '=', id)
    .$castTo<{ read: ReadFile | null }>()
    .executeTakeFirst()
  return row?.read ?? null
}

/** The uploads somebody may see, the last changed first: their own, admins everybody's. */
export const uploadsOf = (trx: Trx, { userId, role }: Who): Promise<Kept[]> => {
  const all = selected(trx).orderBy('updated_at', 'desc').orderBy('id')
  return (role === 'admin' ? all : all.where('user_id', '=', userId)).execute()
}

/** One of them; throws `not-found`. `lock` keeps everybody else from changing it until the transaction ends. */
export const uploadOf = async (
  trx: Trx,
  { userId, role }: Who,
  id: string,
  lock = false,
): Promise<Kept> => {
  const query = selected(trx).where('id', '=', id)
  const upload = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!upload || (upload.user_id !== userId && role !== 'admin'))
    throw new ProblemError('not-found', 'We can’t find this. It may have been deleted.')
  return upload
}

export type NewUpload = { id: string; name: string; size: number; category: Category }

/** Announces a file; where the caller has one of this id already, it is that one. Throws `too-large` (the file, or all of the organisation's together) and `invalid-input`. */
export const createUpload = async (trx: Trx, who: Who, file: NewUpload): Promise<Kept> => {
  if (file.size > uploadLimits.bytes) {
    const detail = `This file is over ${uploadLimits.bytes / 1_000_000} MB. Split it and upload each part.`
    throw new ProblemError('too-large', detail, {
      errors: [{ pointer: '/size', code: 'too-large', detail }],
      more: { most: uploadLimits.bytes },
    })
  }
  const there = await selected(trx).where('id', '=', file.id).executeTakeFirst()
  if (there) return uploadOf(trx, who, file.id)
  await checkRoom(trx, who.orgId, file.size)
  await trx
    .insertInto('upload')
    .values({ ...file, org_id: who.orgId, user_id: who.userId, read: null, columns: null })
    .execute()
  return uploadOf(trx, who, file.id)
}

/** Throws where the organisation has as many uploads, or as many bytes of them, as it may have. Announcements take turns, so that two cannot share the last room. */
const checkRoom = async (trx: Trx, orgId: string, size: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${orgId}`}, 0))`.execute(
    trx,
  )
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from upload`.execute(trx)
  const { count, bytes } = rows[0] ?? { count: 0, bytes: 0 }
  if (count >= mostUploads) {
    const detail = `Your organisation has ${mostUploads} uploads, which is the maximum. Delete one you no longer need.`
    throw new ProblemError('invalid-input', detail, {
      errors: [{ pointer: '', code: 'too-many', detail }],
    })
  }
  const { uploadBytes: most } = await entitlementsOf(trx)
  if (bytes + size <= most) return
  const inMegabytes = (amount: number): string =>
    (amount / 1_000_000).toLocaleString('en-AU', { maximumFractionDigits: 1 })
  const detail = `Your organisation's uploads use ${inMegabytes(bytes)} of the ${inMegabytes(most)} MB in your plan, so this file doesn’t fit. Delete an upload and try again.`
  throw new ProblemError('too-large', detail, {
    errors: [{ pointer: '/size', code: 'no-room', detail }],
    more: { most, used: bytes },
  })
}

/** Uploads as their member sees them: with the names of their owners, and with what became of their enrichment. */
export const uploadViews = async (
  trx: Trx,
  { userId }: Who,
  uploads: readonly Kept[],
): Promise<Upload[]> => {
  if (uploads.length === 0) return []
  const names = await trx
    .selectFrom('member')
    .select([
      'user_id',
      sql<string>`coalesce(nullif(name, ''), nullif(email, ''), user_id)`.as('name'),
    ])
    .where(sql<boolean>`user_id = any(${uploads.map((each) => each.user_id)}::text[])`)
    .execute()
  const ended = await endsOf(trx, uploads)
  const nameOf = new Map(names.map((each) => [each.user_id, each.name]))
  return uploads.map((upload) => ({
    id: upload.id,
    name: upload.name,
    category: upload.category,
    state:
      upload.state === 'MATCHED' ? (ended.get(upload.request_id ?? '') ?? 'MATCHED') : upload.state,
    size: upload.size,
    held: upload.held,
    user: { userId: upload.user_id, name: nameOf.get(upload.user_id) ?? upload.user_id },
    isOwner: upload.user_id === userId,
    rows: upload.read === null ? null : upload.read.records - (upload.read.headerRow ?? 0),
    done: upload.done,
    counts: upload.counts,
    columns: upload.columns,
    reason: upload.reason,
    listId: upload.list_id,
    requestId: upload.request_id,
    createdAt: upload.created_at.toISOString(),
    updatedAt: upload.updated_at.toISOString(),
  }))
}

/** What became of the requests uploads were enriched by: under way, done, or nothing. */
const endsOf = async (trx: Trx, uploads: readonly Kept[]): Promise<Map<string, UploadState>> => {
  const ids = uploads.flatMap(({ request_id: id }) => id ?? [])
  if (ids.length === 0) return new Map()
  const requests = await trx
    .selectFrom('download_request')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    requests.map(({ id, status }) => [
      id,
      !isOver(status)
        ? 'ENRICHING'
        : status === 'REQUEST_FAILED' || status === 'INSUFFICIENT_CREDITS'
          ? 'MATCHED'
          : 'DONE',
    ]),
  )
}

/** One upload as its member sees it. */
export const uploadView = async (trx: Trx, who: Who, id: string): Promise<Upload> => {
  const [view] = await uploadViews(trx, who, [await uploadOf(trx, who, id)])
  if (!view) throw new ProblemError('not-found', 'We can’t find this. It may have been deleted.')
  return view
}
