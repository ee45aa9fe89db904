import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

const leaseSeconds = 60

/**
 * One request at a time writes to a connection, in all processes: what a search did not show cannot be created twice by two of them. A later
 * run of the same request may go on at once. False if another request is writing; also renews.
 */
export const claimWriter = async (
  trx: Trx,
  connectionId: string,
  requestId: string,
): Promise<boolean> => {
  const claimed = await trx
    .updateTable('crm_connection')
    .set({
      writer: requestId,
      writer_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', '=', connectionId)
    .where('state', '=', 'connected')
    .where(sql<boolean>`(writer is null or writer = ${requestId}::uuid or writer_until < now())`)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export const releaseWriter = async (
  trx: Trx,
  connectionId: string,
  requestId: string,
): Promise<void> => {
  await trx
    .updateTable('crm_connection')
    .set({ writer: null, writer_until: null })
    .where('id', '=', connectionId)
    .where('writer', '=', requestId)
    .execute()
}
