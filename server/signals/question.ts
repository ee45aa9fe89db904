import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { SignalCategory, signalSorts } from '../../contract/signals/signals.ts'
import type { Tables } from '../platform/db/tables.ts'
import { meets, type Question, type Reader } from './conditions.ts'

type Trx = Transaction<Tables>

export type Sort = { field: (typeof signalSorts)[number]; order: 'asc' | 'desc' }
export type Page = { from: number; size: number; sorting?: readonly Sort[] }

export const askSignals = async (
  trx: Trx,
  reader: Reader,
  question: Question,
  page: Page,
): Promise<{ total: number; ids: string[] }> => {
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    with found as materialized (
      select s.id, s.event_date, s.detected_at, s.confidence, s.surge_rating,
        coalesce(s.company_id, s.person_id, s.id) as subject
      from signal s where ${meets(reader, question)}
    ) select (select count(*)::int from found) as total, (
      select array_agg(id) from (
        select id::text from ${ranked(page.sorting?.[0])} order by ${orderOf(page.sorting?.[0])}
        limit ${page.size} offset ${page.from}) as page) as ids`.execute(trx)
  return { total: rows[0]?.total ?? 0, ids: rows[0]?.ids ?? [] }
}

export const countDays = async (
  trx: Trx,
  reader: Reader,
  question: Question,
): Promise<{ day: string; count: number }[]> => {
  const { rows } = await sql<{ day: string; count: number }>`
    select s.event_date as day, count(*)::int as count from signal s
    where ${meets(reader, question)} group by 1 order by 1`.execute(trx)
  return rows
}

export const countTypes = async (
  trx: Trx,
  reader: Reader,
  question: Question,
): Promise<{ slug: string; count: number }[]> => {
  const { rows } = await sql<{ slug: string; count: number }>`
    select s.slug, count(*)::int as count from signal s
    where ${meets(reader, question)} group by 1 order by 2 desc, 1`.execute(trx)
  return rows
}

export const isSourced = async (trx: Trx, category: SignalCategory): Promise<boolean> => {
  const { rows } = await sql`select 1 from signal where category = ${category} limit 1`.execute(trx)
  return rows.length > 0
}

const ranked = (sort: Sort | undefined): RawBuilder<unknown> =>
  sort?.field === 'company'
    ? sql`(select *, max(event_date) over (partition by subject) as last_date,
        max(confidence) over (partition by subject) as most_certain from found) as ranked`
    : sql`found`

/** Newest first, then by confidence (product 2.7), also as a tiebreaker of other orders; unknown values come last. */
const orderOf = (sort: Sort | undefined): RawBuilder<unknown> => {
  const preset = sql`event_date desc, confidence desc, id`
  if (sort === undefined) return preset
  if (sort.field === 'company') return sql`last_date desc, most_certain desc, subject, ${preset}`
  const order = sort.order === 'asc' ? sql`asc` : sql`desc`
  return sql`${sql.ref(sort.field)} ${order} nulls last, ${preset}`
}
