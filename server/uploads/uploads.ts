import { sql, type Selectable, type Transaction } from 'kysely'
import type { Upload, UploadState } from '../../contract/money/uploads.ts'
import { maxUploads, uploadLimits } from '../../contract/money/upload-file.ts'
import { isOver } from '../../contract/money/downloads.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { UploadRow } from '../platform/db/upload-tables.ts'
import { checkDataExchange, entitlementsOf } from '../plans/entitlements.ts'
import type { ReadFile } from './read-file.ts'

type Trx = Transaction<Tables>

export type Actor = Pick<Context, 'orgId' | 'userId' | 'role'>

export type StoredUpload = Omit<Selectable<UploadRow>, 'read'> & {
  read: Omit<ReadFile, 'sample'> | null
}

/** Leaves out the first rows, which may be a megabyte: clients poll an upload every second while it is matched. */
const selected = (trx: Trx) =>
  trx
    .selectFrom('upload')
    .selectAll()
    .select(sql`read - 'sample'`.as('read'))
    .$castTo<StoredUpload>()

export const readingOf = async (trx: Trx, id: string): Promise<ReadFile | null> => {
  const row = await trx
    .selectFrom('upload')
    .select('read')
    .where('id', '=', id)
    .$castTo<{ read: ReadFile | null }>()
    .executeTakeFirst()
  return row?.read ?? null
}

/** Last changed first: their own, or all for an admin. */
export const uploadsOf = (trx: Trx, { userId, role }: Actor): Promise<StoredUpload[]> => {
  const all = selected(trx).orderBy('updated_at', 'desc').orderBy('id')
  return (role === 'admin' ? all : all.where('user_id', '=', userId)).execute()
}

/** Throws `not-found`. `lock` locks the row until the transaction ends. */
export const uploadOf = async (
  trx: Trx,
  { userId, role }: Actor,
  id: string,
  lock = false,
): Promise<StoredUpload> => {
  const query = selected(trx).where('id', '=', id)
  const upload = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!upload || (upload.user_id !== userId && role !== 'admin')) throw notFound()
  return upload
}

export type NewUpload = { id: string; name: string; size: number; category: Category }

/**
 * Returns the caller's upload with the same id if it exists. Throws `too-large` (for the file, or the organisation's total),
 * `feature-disabled` and `invalid-input`.
 */
export const createUpload = async (
  trx: Trx,
  actor: Actor,
  file: NewUpload,
): Promise<StoredUpload> => {
  if (file.size > uploadLimits.bytes) {
    const detail = `This file is over ${uploadLimits.bytes / 1_000_000} MB. Split it and upload each part.`
    throw new ProblemError('too-large', detail, {
      errors: [{ pointer: '/size', code: 'too-large', detail }],
      more: { most: uploadLimits.bytes },
    })
  }
  const there = await selected(trx).where('id', '=', file.id).executeTakeFirst()
  if (there) return uploadOf(trx, actor, file.id)
  await checkDataExchange(trx)
  await checkRoom(trx, actor.orgId, file.size)
  await trx
    .insertInto('upload')
    .values({ ...file, org_id: actor.orgId, user_id: actor.userId, read: null, columns: null })
    .execute()
  return uploadOf(trx, actor, file.id)
}

const checkRoom = async (trx: Trx, orgId: string, size: number): Promise<void> => {
  const { count, bytes } = await usage(trx, orgId, null)
  if (count >= maxUploads) {
    const detail = `Your organisation has ${maxUploads} uploads, which is the maximum. Delete one you no longer need.`
    throw new ProblemError('invalid-input', detail, {
      errors: [{ pointer: '', code: 'too-many', detail }],
    })
  }
  await checkBytes(trx, bytes, size, '/size')
}

/** Its rows are stored from now on, and may be far larger than its file. */
export const checkRoomForRows = async (
  trx: Trx,
  { org_id: orgId, id, size, read }: StoredUpload,
): Promise<void> => {
  const { bytes } = await usage(trx, orgId, id)
  await checkBytes(trx, bytes, Math.max(size, read?.characters ?? 0), '')
}

/** Of all other uploads. Takes a lock, so that two uploads cannot both use the last of the quota. */
const usage = async (
  trx: Trx,
  orgId: string,
  without: string | null,
): Promise<{ count: number; bytes: number }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${orgId}`}, 0))`.execute(
    trx,
  )
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(greatest(size, case when state in ('MATCHING', 'MATCHED') or done > 0
      then (read->>'characters')::int end)), 0)::float8 as bytes
    from upload where id is distinct from ${without}::uuid`.execute(trx)
  return rows[0] ?? { count: 0, bytes: 0 }
}

const checkBytes = async (
  trx: Trx,
  bytes: number,
  more: number,
  pointer: string,
): Promise<void> => {
  const max = (await entitlementsOf(trx)).uploadMegabytes * 1_000_000
  if (bytes + more <= max) return
  const inMegabytes = (amount: number): string =>
    (amount / 1_000_000).toLocaleString('en-AU', { maximumFractionDigits: 1 })
  const detail = `Your organisation's uploads use ${inMegabytes(bytes)} of the ${inMegabytes(max)} MB in your plan, so this file doesn’t fit. Delete an upload and try again.`
  throw new ProblemError('too-large', detail, {
    errors: [{ pointer, code: 'no-room', detail }],
    more: { most: max, used: bytes },
  })
}

export const uploadViews = async (
  trx: Trx,
  { userId }: Actor,
  uploads: readonly StoredUpload[],
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
    receivedBytes: upload.received_bytes,
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

const endsOf = async (
  trx: Trx,
  uploads: readonly StoredUpload[],
): Promise<Map<string, UploadState>> => {
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

export const uploadView = async (trx: Trx, actor: Actor, id: string): Promise<Upload> => {
  const [view] = await uploadViews(trx, actor, [await uploadOf(trx, actor, id)])
  if (!view) throw notFound()
  return view
}
