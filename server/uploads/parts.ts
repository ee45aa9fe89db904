import { sql, type Transaction } from 'kysely'
import { uploadDays } from '../../contract/money/upload-file.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { piecesOf } from './pieces.ts'
import type { Bytes } from './table.ts'
import { uploadOf, type StoredUpload, type Actor } from './uploads.ts'

type Trx = Transaction<Tables>

/** Except the last: each part costs a query to read. */
const minStoredBytes = 65_536

/** A larger insert holds the embedded database from others: their turns come between. */
const sliceBytes = 262_144

/**
 * Stored bytes are skipped, so a client may send again from any point up to `receivedBytes`; a gap throws `version-conflict`.
 * Stops between two slices where it fails.
 */
export const takePart = async (
  db: Pick<Database, 'asOrg'>,
  actor: Actor,
  id: string,
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<Receipt> => {
  const end = offset + bytes.length
  let at = 0
  for (;;) {
    const slice = { offset: offset + at, bytes: bytes.subarray(at, at + sliceBytes), end }
    const receipt = await db.asOrg(actor.orgId, (trx) => append(trx, actor, id, slice))
    at += sliceBytes
    if (at >= bytes.length) return receipt
  }
}

type Receipt = { receivedBytes: number; size: number }

/** Appends to the last part if that is small. `end` is where the whole part ends. */
const append = async (
  trx: Trx,
  actor: Actor,
  id: string,
  part: { offset: number; bytes: Buffer; end: number },
): Promise<Receipt> => {
  const upload = await uploadOf(trx, actor, id, true)
  const { received_bytes: received, size } = upload
  if (part.offset > received)
    throw new ProblemError(
      'version-conflict',
      `Only ${received} of ${size} bytes have arrived. Continue from there.`,
      { more: { receivedBytes: received, size } },
    )
  const fresh = part.bytes.subarray(received - part.offset)
  if (fresh.length === 0) return { receivedBytes: received, size }
  if (part.end > size) {
    const detail = `This part goes past the file’s ${size} bytes.`
    throw new ProblemError('invalid-input', detail, {
      errors: [{ pointer: '/offset', code: 'beyond-size', detail }],
    })
  }
  const short = await trx
    .deleteFrom('upload_part')
    .where('upload_id', '=', id)
    .where('at', '>', received - minStoredBytes)
    .where(sql<boolean>`at + length(bytes) = ${received}`)
    .returning(['at', 'bytes'])
    .executeTakeFirst()
  const stored = short
    ? { at: short.at, bytes: Buffer.concat([short.bytes, fresh]) }
    : { at: received, bytes: fresh }
  await trx
    .insertInto('upload_part')
    .values({ org_id: actor.orgId, upload_id: id, ...stored })
    .execute()
  await trx
    .updateTable('upload')
    .set({ received_bytes: received + fresh.length, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  return { receivedBytes: received + fresh.length, size }
}

export const checkWhole = ({
  received_bytes: received,
  size,
}: Pick<StoredUpload, 'received_bytes' | 'size'>): void => {
  if (received < size)
    throw new ProblemError('not-ready', `Only ${received} of ${size} bytes have arrived.`, {
      more: { receivedBytes: received, size },
    })
}

export const checkNotExpired = ({
  file_deleted_at: deletedAt,
}: Pick<StoredUpload, 'file_deleted_at'>): void => {
  if (deletedAt === null) return
  throw new ProblemError(
    'file-expired',
    `We deleted this file after ${uploadDays} days without use. Its matches are still here. To match it again, upload it again.`,
  )
}

export const bytesOf = (db: Pick<Database, 'asOrg'>, orgId: string, id: string): Bytes =>
  async function* () {
    let at = 0
    for (;;) {
      const part = await db.asOrg(orgId, (trx) =>
        trx
          .selectFrom('upload_part')
          .select('bytes')
          .where('upload_id', '=', id)
          .where('at', '=', at)
          .executeTakeFirst(),
      )
      if (!part) return
      yield* piecesOf(part.bytes)
      at += part.bytes.length
    }
  }
