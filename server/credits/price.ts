import { sql, type Transaction } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import { suppressedNow } from '../saved-work/suppression.ts'

type Trx = Transaction<Tables>

/** The ids of an act, each once and in their order, by what they would cost. */
export type Price = {
  /** Unlocked before by the organisation. */
  owned: string[]
  suppressed: string[]
  /** There is nothing in it that is not public, or that may be shown (R17): delivered, never charged. */
  empty: string[]
  chargeable: string[]
  /** No record has this id. */
  unknown: string[]
}

/** Sorts records by what they would cost the organisation of this transaction. One that is suppressed is left out even if it is owned. */
export const priceOf = async (
  trx: Trx,
  category: Category,
  ids: readonly string[],
): Promise<Price> => {
  const price: Price = { owned: [], suppressed: [], empty: [], chargeable: [], unknown: [] }
  const asked = [...new Set(ids)]
  if (asked.length === 0) return price
  const hidden = await suppressedNow(trx)
  const { rows } = await sql<{ id: string; sort: keyof Price }>`
    select asked.id, case
      when r.id is null then 'unknown'
      when r.id = any(${hidden[category]}::uuid[]) then 'suppressed'
      when ${category === 'people' ? sql`r.company_id = any(${hidden.company}::uuid[])` : sql.lit(false)} then 'suppressed'
      when u.record_id is not null then 'owned'
      when ${nothingIn[category]} then 'empty'
      else 'chargeable' end as sort
    from unnest(${asked}::uuid[]) with ordinality as asked (id, place)
    left join ${sql.table(category === 'company' ? 'company' : 'contact_summary')} r on r.id = asked.id
    left join unlock u on u.category = ${category} and u.record_id = asked.id
    order by asked.place`.execute(trx)
  for (const { id, sort } of rows) price[sort].push(id)
  return price
}

/** What the public registers tell of a company, and what says nothing about it: names, numbers, status and addresses. */
const registered = [
  'id',
  'name',
  'legal_name',
  'trading_names',
  'status',
  'type',
  'abn',
  'acn',
  'nzbn',
  'lei',
  'gst_registered',
  'founded',
  'hq',
  'locations',
  'multiple_locations',
  'signals_90d',
  'quality',
  'provenance',
]

const nothingIn = {
  // Numbers the market knows as listed are not shown under the policy `hide`.
  people: sql`(r.is_empty or r.is_listed
    and coalesce((select c.policies->>'dncPolicy' from customer c), 'hide') = 'hide')`,
  // A website says enough in most cases, and its column is read much faster than the whole of the record.
  company: sql`r.domain_key is null and not jsonb_path_exists(r.doc, '$.locations[*].phone')
    and not exists (select from jsonb_each(r.doc - ${registered}::text[]) as fact
      where fact.value not in ('[]', '{}', 'null', '""'))`,
} satisfies Record<Category, unknown>
