import { sql, type Transaction } from 'kysely'
import { uploadDays } from '../../contract/money/upload-file.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { piecesOf } from './pieces.ts'
import type { Bytes } from './table.ts'
import { uploadOf, type Kept, type Who } from './uploads.ts'

type Trx = Transaction<Tables>

/** The fewest bytes of a file that are kept by themselves, but for its last: reading it costs a query for each of these. */
const leastKept = 65_536

/**
 * Takes the next bytes of a file; where those kept last are few, they are kept together. Those that are there already are left out,
 * so that a part may be sent again from anywhere up to `held`; a part beyond it would leave a gap and throws `version-conflict`.
 */
export const takePart = async (
  trx: Trx,
  who: Who,
  id: string,
  part: { offset: number; bytes: Buffer },
): Promise<{ held: number; size: number }> => {
  const upload = await uploadOf(trx, who, id, true)
  const { held, size } = upload
  if (part.offset > held)
    throw new ProblemError(
      'version-conflict',
      `Only ${held} of ${size} bytes have arrived. Continue from there.`,
      { more: { held, size } },
    )
  const fresh = part.bytes.subarray(held - part.offset)
  if (fresh.length === 0) return { held, size }
  if (held + fresh.length > size) {
    const detail = `This part goes past the file’s ${size} bytes.`
    throw new ProblemError('invalid-input', detail, {
      errors: [{ pointer: '/offset', code: 'beyond-size', detail }],
    })
  }
  const short = await trx
    .deleteFrom('upload_part')
    .where('upload_id', '=', id)
    .where('at', '>', held - leastKept)
    .where(sql<boolean>`at + length(bytes) = ${held}`)
    .returning(['at', 'bytes'])
    .executeTakeFirst()
  const kept = short
    ? { at: short.at, bytes: Buffer.concat([short.bytes, fresh]) }
    : { at: held, bytes: fresh }
  await trx
    .insertInto('upload_part')
    .values({ org_id: who.orgId, upload_id: id, ...kept })
    .execute()
  await trx
    .updateTable('upload')
    .set({ held: held + fresh.length, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  return { held: held + fresh.length, size }
}

/** Whether all of a file has arrived; throws `not-ready` where it has not. */
export const checkWhole = ({ held, size }: Pick<Kept, 'held' | 'size'>): void => {
  if (held < size)
    throw new ProblemError('not-ready', `Only ${held} of ${size} bytes have arrived.`, {
      more: { held, size },
    })
}

/** Whether a file's bytes are still there to be matched; throws `file-expired` where they have been deleted. */
export const checkNotExpired = ({
  file_deleted_at: deletedAt,
}: Pick<Kept, 'file_deleted_at'>): void => {
  if (deletedAt === null) return
  throw new ProblemError(
    'file-expired',
    `We deleted this file after ${uploadDays} days without use. Its matches are still here. To match it again, upload it again.`,
  )
}

/** The bytes of a file, a part at a time. */
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
