import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/**
 * Takes the organisation's next tick. Other writers of its saved work wait until this transaction ends, so ticks commit in
 * order: a reader at tick n misses nothing by requesting seq > n. Rows read after this line do not change until then. Take it
 * before any other lock of saved work.
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

/** Records that a suppression list changes at this tick. */
export const noteSuppression = async (trx: Trx, seq: string): Promise<void> => {
  await trx.updateTable('org_clock').set({ suppressed: seq }).execute()
}
