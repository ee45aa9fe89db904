import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/**
 * Takes the organisation's next tick. Every other writer of its saved work now waits until this transaction ends, so ticks are
 * committed in order: whoever has read up to tick n misses nothing by asking for seq > n. It also means that what is read after
 * this line is not changed by anybody else before the end of the transaction. Take it before any other lock of saved work.
 */
export const nextTick = async (trx: Trx, orgId: string): Promise<string> => {
  const { seq } = await trx
    .insertInto('org_clock')
    .values({ org_id: orgId, seq: 1 })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({ seq: sql`org_clock.seq + 1` }),
    )
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

/** Remembers that a suppression list changes at this tick. */
export const noteSuppression = async (trx: Trx, seq: string): Promise<void> => {
  await trx.updateTable('org_clock').set({ suppressed: seq }).execute()
}
