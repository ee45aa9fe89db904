import { sql, type Transaction } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import { signalDays } from '../../contract/constants.ts'
import type { SignalCategory } from '../../contract/signals/signals.ts'
import type { Tables } from '../platform/db/tables.ts'
import { all, type Reader } from './conditions.ts'
import { marketDay } from './market-day.ts'
import { addDays } from '../../contract/core/days.ts'

type Trx = Transaction<Tables>

const maxSignals = 50

/**
 * Of a company (including its people's) or a person in the last 90 days, without dismissed ones. Snoozed types are included. Null
 * if the record does not exist.
 */
export const signalsOfRecord = async (
  trx: Trx,
  { userId }: Reader,
  record: { category: Category; id: string },
  categories: readonly SignalCategory[],
  now: Date,
): Promise<{ total: number; ids: string[] } | null> => {
  const isCompany = record.category === 'company'
  const since = addDays(marketDay(now), -signalDays)
  const condition = all([
    sql<boolean>`${sql.ref(isCompany ? 's.company_id' : 's.person_id')} = ${record.id}::uuid`,
    sql<boolean>`s.event_date >= ${since}::date`,
    sql<boolean>`s.category = any(${[...categories]}::text[])`,
    sql<boolean>`not exists (select from signal_mark k
      where k.signal_id = s.id and k.user_id = ${userId} and k.dismissed_at is not null)`,
  ])
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    select (select count(*)::int from signal s where ${condition}) as total, (
      select array_agg(id) from (
        select s.id::text from signal s where ${condition}
        order by s.event_date desc, s.confidence desc, s.id limit ${maxSignals}) as newest) as ids
    from ${sql.table(isCompany ? 'company' : 'person')} where id = ${record.id}::uuid`.execute(trx)
  return rows[0] ? { total: rows[0].total, ids: rows[0].ids ?? [] } : null
}
