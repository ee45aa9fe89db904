import { sql, type Transaction } from 'kysely'
import { folded } from '../../contract/search/search-doc.ts'
import type { Tables } from '../platform/db/tables.ts'
import { recount } from './recounting.ts'

type Trx = Transaction<Tables>

/**
 * Takes the signals of a person away for good: those about them, and those of their company that call them by name. What agents found
 * and anybody marked goes with them. In a transaction of the owner that holds the record clock.
 */
export const forgetSignalsOf = async (
  trx: Trx,
  person: { id: string; name: string; company_id: string },
  now: Date,
): Promise<void> => {
  const name = ` ${folded(person.name)} `
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
