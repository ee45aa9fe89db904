import { sql, type Transaction } from 'kysely'
import { visitsType } from '../../contract/money/downloads.ts'
import type { Tables } from '../platform/db/tables.ts'
import { suppressedNow } from '../saved-work/suppression.ts'
import type { Request } from './store.ts'

/** A rebuilt file leaves these rows out. Visits stay: they hold nothing of the record but its name. */
export const suppressedSince = async (
  trx: Transaction<Tables>,
  { id, category, type }: Pick<Request, 'id' | 'category' | 'type'>,
): Promise<number[]> => {
  if (type === visitsType) return []
  const hidden = await suppressedNow(trx)
  if (hidden.company.length === 0 && hidden.people.length === 0) return []
  const ofCompany =
    category === 'people'
      ? sql`or record_id in (select p.id from person p where p.company_id = any(${hidden.company}::uuid[]))`
      : sql``
  const { rows } = await sql<{ row: number }>`
    select row from request_row
    where request_id = ${id}::uuid and outcome in ('delivered', 'owned', 'empty')
      and (record_id = any(${hidden[category]}::uuid[]) ${ofCompany})
    order by row`.execute(trx)
  return rows.map(({ row }) => row)
}
