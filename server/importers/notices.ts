import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import type { AwardRow } from './awards.ts'
import type { Award, Notice, Row } from './importer.ts'
import type { DraftRow } from './batch.ts'

export type NoticeRow = Extract<Row, { notice: Notice }>
export type SupplierRow = DraftRow & { noticeId: string }

export type NoticePlan = { outcomes: ('added' | 'changed' | 'same')[]; stored: Notice[] }

/** Award notices wait for the file of their suppliers. Writes nothing. */
export const planNotices = async (
  trx: Transaction<Tables>,
  rows: readonly NoticeRow[],
): Promise<NoticePlan> => {
  const known = await noticesById(
    trx,
    rows.map(({ notice }) => notice.id),
  )
  const stored = new Map<string, Notice>()
  const outcomes = rows.map(({ notice: { id, award } }) => {
    const before = stored.get(id)?.award ?? known.get(id)
    if (before !== undefined && isSame(before, award)) return 'same'
    stored.set(id, { id, award })
    return before === undefined ? 'added' : 'changed'
  })
  return { outcomes, stored: [...stored.values()] }
}

export const storeNotices = async (
  trx: Transaction<Tables>,
  notices: readonly Notice[],
): Promise<void> => {
  if (notices.length === 0) return
  await sql`
    insert into award_notice (id, award)
    select id, award::jsonb from unnest(${notices.map(({ id }) => id)}::text[],
      ${notices.map(({ award }) => JSON.stringify(award))}::text[]) as incoming (id, award)
    on conflict (id) do update set award = excluded.award`.execute(trx)
}

/** Rows whose notice is not imported are undefined. */
export const withNotices = async (
  db: Kysely<Tables>,
  rows: readonly SupplierRow[],
): Promise<(AwardRow | undefined)[]> => {
  const known = await noticesById(
    db,
    rows.map(({ noticeId }) => noticeId),
  )
  return rows.map((row) => {
    const award = known.get(row.noticeId)
    return award && { ...row, award }
  })
}

const noticesById = async (
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, Award>> => {
  const { rows } = await sql<{ id: string; award: Award }>`
    select id, award from award_notice where id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, award }) => [id, award]))
}

/** The database orders properties as it likes. */
const isSame = (a: Award, b: Award): boolean =>
  [...Object.keys(a), ...Object.keys(b)].every((key) => Reflect.get(a, key) === Reflect.get(b, key))
