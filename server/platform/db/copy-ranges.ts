import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

const bytesAtOnce = 8 * 1024 * 1024

/** Conditions that divide a table into ranges of its pages, of some 8 MB each with what is stored beside them. */
export const rangesOf = async (trx: Transaction<Tables>, table: string): Promise<string[]> => {
  const { rows } = await sql<{ pages: string; bytes: string }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::int as pages,
      pg_table_size(${table}::regclass) as bytes`.execute(trx)
  const pages = Number(rows[0]?.pages ?? 0)
  const bytes = Number(rows[0]?.bytes ?? 0)
  const step = Math.max(1, Math.floor((pages * bytesAtOnce) / Math.max(bytes, 1)))
  const ranges: string[] = []
  for (let from = 0; from < pages; from += step)
    ranges.push(`ctid >= '(${from},0)' and ctid < '(${from + step},0)'`)
  return ranges
}
