import { sql, type Transaction } from 'kysely'
import type { Database } from '../../server/platform/db/db.ts'
import type { Tables } from '../../server/platform/db/tables.ts'
import { loadInto, type LoadCounts, type WorldItem } from '../../server/records/load.ts'

export const loadWorld = (db: Database, world: Iterable<WorldItem>): Promise<LoadCounts> =>
  db.bulk((bulk) => loadInto(bulk, world, () => {}))

export const removeCompanies = async (
  trx: Transaction<Tables>,
  ids: readonly string[],
  seq: string,
): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    with dropped as (delete from signal where company_id = any(${ids}::uuid[])
      or person_id in (select id from person where company_id = any(${ids}::uuid[])) returning id)
    delete from agent_signal where signal_id in (select id from dropped)`.execute(trx)
  await sql`
    with dropped as (delete from person where company_id = any(${ids}::uuid[]) returning id)
    insert into record_removed (category, id, seq)
    select 'people', id, ${seq}::bigint from dropped
    on conflict (category, id) do update set seq = excluded.seq`.execute(trx)
  await sql`
    with dropped as (delete from company where id = any(${ids}::uuid[]) returning id)
    insert into record_removed (category, id, seq)
    select 'company', id, ${seq}::bigint from dropped
    on conflict (category, id) do update set seq = excluded.seq`.execute(trx)
}
