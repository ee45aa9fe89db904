import { sql, type Kysely, type Transaction } from 'kysely'
import { signalDays } from '../../contract/constants.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import { holdClock, nextTick, setSignalCounts } from '../records/store.ts'
import { marketDay } from './market-day.ts'
import { addDays } from '../../contract/core/days.ts'

type Trx = Transaction<Tables>

/** At the next tick of the record clock, which the caller holds. Resolves to how many changed. */
export const recount = async (trx: Trx, ids: readonly string[], now: Date): Promise<number> => {
  const wrong = await wrongCounts(trx, [...new Set(ids)], now)
  if (wrong.length > 0) await setSignalCounts(trx, wrong, await nextTick(trx))
  return wrong.length
}

export const recountAged = async (db: Database, now: Date): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    select distinct company_id as id from signal
    where company_id is not null and event_date < ${since(now)}::date`.execute(db.owner)
  let changed = 0
  for (let from = 0; from < rows.length; from += atOnce) {
    const ids = rows.slice(from, from + atOnce).map(({ id }) => id)
    // Checks without a lock first: usually nothing has changed.
    if ((await wrongCounts(db.owner, ids, now)).length === 0) continue
    changed += await db.owner.transaction().execute(async (trx) => {
      await holdClock(trx)
      return recount(trx, ids, now)
    })
  }
  return changed
}

const atOnce = 1000

const since = (now: Date): string => addDays(marketDay(now), -signalDays)

const wrongCounts = async (
  db: Kysely<Tables>,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; count: number }[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; count: number }>`
    with counted as (
      select c.id, c.doc->'signals_90d' as stored_counts, (
        select count(*)::int from signal s
        where s.company_id = c.id and s.event_date >= ${since(now)}::date) as count
      from company c where c.id = any(${[...ids]}::uuid[])
    ) select id, count from counted where stored_counts is distinct from to_jsonb(count)`.execute(
    db,
  )
  return rows
}
