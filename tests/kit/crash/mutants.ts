import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from '../../../server/platform/db/db.ts'
import type { Tables } from '../../../server/platform/db/tables.ts'

/** A seeded bug: every statement commits alone, so a crash leaves half of the work. */
export const withoutTransactions = (db: Database): Database => ({
  ...db,
  asOrg: (orgId, work) =>
    db.owner.connection().execute(async (connection) => {
      await sql`select set_config('role', 'fieldbook_app', false), set_config('app.org', ${orgId}, false)`.execute(
        connection,
      )
      try {
        // The bug itself: a connection that claims to be a transaction.
        return await work(connection as Transaction<Tables>)
      } finally {
        await sql`select set_config('role', 'none', false)`.execute(connection)
      }
    }),
})

/** A seeded bug: the connections of new pools have no error listener. */
export const dropConnectListeners = (): void => {
  const { on } = pg.Pool.prototype
  pg.Pool.prototype.on = function (event: string, listener: (...args: unknown[]) => void) {
    return event === 'connect' ? this : Reflect.apply(on, this, [event, listener])
  }
}
