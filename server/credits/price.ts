import { sql, type Transaction } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import { suppressedNow } from '../saved-work/suppression.ts'

type Trx = Transaction<Tables>

/** The ids of records, by what each costs and why. */
export type RecordsByPrice = {
  owned: string[]
  suppressed: string[]
  /** Nothing beyond public facts, or nothing that may be shown (R17): delivered free. */
  empty: string[]
  chargeable: string[]
  unknown: string[]
}

/** Suppressed records are left out even if they are owned. */
export const sortByPrice = async (
  trx: Trx,
  category: Category,
  ids: readonly string[],
): Promise<RecordsByPrice> => {
  const price: RecordsByPrice = {
    owned: [],
    suppressed: [],
    empty: [],
    chargeable: [],
    unknown: [],
  }
  const recordIds = [...new Set(ids)]
  if (recordIds.length === 0) return price
  const hidden = await suppressedNow(trx)
  const { rows } = await sql<{ id: string; sort: keyof RecordsByPrice }>`
    select wanted.id, case
      when r.id is null then 'unknown'
      when r.id = any(${hidden[category]}::uuid[]) then 'suppressed'
      when ${category === 'people' ? sql`r.company_id = any(${hidden.company}::uuid[])` : sql.lit(false)} then 'suppressed'
      when u.record_id is not null then 'owned'
      when ${nothingIn[category]} then 'empty'
      else 'chargeable' end as sort
    from unnest(${recordIds}::uuid[]) with ordinality as wanted (id, ordinal)
    left join ${sql.table(category === 'company' ? 'company' : 'contact_summary')} r on r.id = wanted.id
    left join unlock u on u.category = ${category} and u.record_id = wanted.id
    order by wanted.ordinal`.execute(trx)
  for (const { id, sort } of rows) price[sort].push(id)
  return price
}

/** Free facts from public registers, and fields that say nothing about a company. */
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
  // The policy `hide` does not show numbers that are known to be listed.
  people: sql`(r.is_empty or r.is_listed
    and coalesce((select c.policies->>'dncPolicy' from customer c), 'hide') = 'hide')`,
  // Most companies have a website, and its column is much faster to read than the whole record.
  company: sql`r.domain_key is null and not jsonb_path_exists(r.doc, '$.locations[*].phone')
    and not exists (select from jsonb_each(r.doc - ${registered}::text[]) as fact
      where fact.value not in ('[]', '{}', 'null', '""'))`,
} satisfies Record<Category, unknown>
