import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from '../../../server/platform/db/db.ts'
import type { Tables } from '../../../server/platform/db/tables.ts'

/** A bug for the judges to notice: each statement is for itself, and what a crash leaves half done stays half done. */
export const withoutTransactions = (db: Database): Database => ({
  ...db,
  asOrg: (orgId, work) =>
    db.owner.connection().execute(async (connection) => {
      await sql`select set_config('role', 'fieldbook_app', false), set_config('app.org', ${orgId}, false)`.execute(
        connection,
      )
      try {
        // What the bug is about: it says that it is a transaction.
        return await work(connection as Transaction<Tables>)
      } finally {
        await sql`select set_config('role', 'none', false)`.execute(connection)
      }
    }),
})

/** A bug for the judges to notice: from now on the server cannot listen to the connections of a new pool. */
export const dropConnectListeners = (): void => {
  const { on } = pg.Pool.prototype
  pg.Pool.prototype.on = function (event: string, listener: (...args: unknown[]) => void) {
    return event === 'connect' ? this : Reflect.apply(on, this, [event, listener])
  }
}
