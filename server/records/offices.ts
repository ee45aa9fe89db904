import { sql, type Transaction } from 'kysely'
import type { Category, Company } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'

export type Offices = Pick<Company, 'name' | 'hq' | 'locations'>

/** The offices of companies, and where people are, by id. */
export const officesById = async (
  trx: Transaction<Tables>,
  category: Category,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Offices>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await (
    category === 'company'
      ? sql<Row>`select id, doc->>'name' as name, (doc->'hq')::text as hq, (doc->'locations')::text as locations
        from company where id = any(${ids}::uuid[])`
      : sql<Row>`select id, doc->>'name' as name, (doc->'location')::text as hq, null as locations
        from person where id = any(${ids}::uuid[])`
  ).execute(trx)
  return new Map(
    rows.map(({ id, name, hq, locations }) => [
      id,
      {
        name,
        // Stored records are parsed when they are written.
        ...(hq !== null && { hq: JSON.parse(hq) as Company['hq'] }),
        locations: locations === null ? [] : (JSON.parse(locations) as Company['locations']),
      },
    ]),
  )
}

type Row = { id: string; name: string; hq: string | null; locations: string | null }
