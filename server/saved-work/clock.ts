import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/**
 * Other writers wait until this transaction ends, so ticks commit in order: a reader at tick n misses nothing by requesting seq >
 * n, and rows read after this line do not change. Take it before any other lock of saved work.
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

export const noteSuppression = async (trx: Trx, seq: string): Promise<void> => {
  await trx.updateTable('org_clock').set({ suppressed: seq }).execute()
}
