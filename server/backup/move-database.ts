import type { Transaction } from 'kysely'
import { readEverything } from '../platform/db/copy-policies.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import { loadTables } from './load-tables.ts'
import { adaptToDatabase } from './restore.ts'
import { tablesOf } from './tables.ts'

/**
 * Every row, into an empty database of the same migrations. Throws a Refusal where a table has another number of rows or another
 * checksum afterwards; nothing was moved then.
 */
export const moveDatabase = (
  source: Database,
  target: Database,
  onProgress: (step: string) => void,
): Promise<{ tables: number; rows: number }> =>
  source.snapshot(async ({ trx, copyOut }) => {
    await readEverything(trx)
    const tables = await tablesOf(trx)
    const rows = await loadTables(
      target,
      tables.map(({ name, columns }) => ({
        name,
        columns,
        read: () => copyOut(name, columns),
        expected: undefined,
      })),
      { adjust, onProgress },
    )
    return { tables: tables.length, rows }
  })

const adjust = async (trx: Transaction<Tables>): Promise<void> => {
  await adaptToDatabase(trx)
  await trx.deleteFrom('server_process').execute()
  await trx.deleteFrom('process_report').execute()
}
