import { sql, type Transaction } from 'kysely'
import { readEverything } from '../platform/db/copy-policies.ts'
import type { Bulk, Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import { Refusal } from '../platform/refusal.ts'
import { tallyRows, wholeRows, type Tally } from './tally.ts'
import { tablesOf, withoutRules, type Table } from './tables.ts'

export type Incoming = Table & {
  /** In PostgreSQL's text format. */
  read(): AsyncIterable<Uint8Array>
  /** What should come; undefined: what `read` gives. */
  expected: Tally | undefined
}

/**
 * Replaces all rows of a database of the same migrations in one transaction. Each table is read again before the commit; throws a
 * Refusal where a row differs, and nothing has changed then. `adjust` runs on the rows, still without row-level security.
 */
export const loadTables = async (
  db: Database,
  incoming: readonly Incoming[],
  parts: {
    adjust(trx: Transaction<Tables>): Promise<void>
    onProgress(step: string): void
  },
): Promise<number> => {
  let rows = 0
  await db.bulk(async (bulk) => {
    const { trx } = bulk
    await readEverything(trx)
    const tables = await tablesOf(trx)
    refuseOtherTables(tables, incoming)
    await withoutRules(trx, tables, async () => {
      for (const [n, table] of incoming.entries()) {
        parts.onProgress(`Writing: ${table.name}, table ${n + 1} of ${incoming.length}`)
        rows += (await loadTable(bulk, table)).rows
      }
      // A plan made for empty tables would make the checks of foreign keys slow.
      await sql`analyze`.execute(trx)
      await parts.adjust(trx)
    })
  })
  return rows
}

const loadTable = async (
  { copyIn, copyOut }: Bulk,
  { name, columns, read, expected }: Incoming,
): Promise<Tally> => {
  const incoming = tallyRows()
  await copyIn(name, columns, linesOf(wholeRows(read(), incoming)))
  const before = incoming.end()
  const stored = tallyRows()
  for await (const block of wholeRows(copyOut(name, columns), stored)) void block
  const after = stored.end()
  if (!isSame(before, after) || (expected !== undefined && !isSame(expected, after)))
    throw new Refusal(
      `The table ${name} has ${after.rows} rows that are not the ${(expected ?? before).rows} it should have. Nothing was changed.`,
    )
  return after
}

async function* linesOf(blocks: AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  for await (const block of blocks) yield block.subarray(0, -1).toString()
}

const refuseOtherTables = (tables: readonly Table[], incoming: readonly Table[]): void => {
  const names = (list: readonly Table[]): string =>
    list
      .map(({ name }) => name)
      .toSorted()
      .join()
  if (names(tables) !== names(incoming))
    throw new Refusal('The tables are not those of the same release of Fieldbook.')
}

const isSame = (a: Tally, b: Tally): boolean => a.rows === b.rows && a.sum === b.sum
