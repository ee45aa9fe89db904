import { sql, type Transaction } from 'kysely'
import { foldText } from '../../contract/search/search-doc.ts'
import type { Tables } from '../platform/db/tables.ts'
import { recount } from './recount.ts'

type Trx = Transaction<Tables>

/**
 * Also those of their company that name them, with all finds and marks. Needs an owner's transaction that holds the record clock.
 */
export const forgetSignalsOf = async (
  trx: Trx,
  person: { id: string; name: string; company_id: string },
  now: Date,
): Promise<void> => {
  const name = ` ${foldText(person.name)} `
  const { rows } = await sql<{ id: string; company_id: string | null }>`
    delete from signal where person_id = ${person.id}::uuid or (company_id = ${person.company_id}::uuid
      and (strpos(' ' || (texts->>'search') || ' ', ${name}) > 0
        or doc->'metrics'->>'person' = ${person.name} or strpos(doc->>'why_now', ${person.name}) > 0))
    returning id, company_id`.execute(trx)
  await sql`delete from agent_signal where signal_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
    trx,
  )
  await recount(
    trx,
    rows.flatMap(({ company_id: id }) => id ?? []),
    now,
  )
}
