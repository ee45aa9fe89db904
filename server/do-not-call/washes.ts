import { sql, type Selectable, type Transaction } from 'kysely'
import { washHolds, type Wash } from '../../contract/org/do-not-call.ts'
import type { Tables } from '../platform/db/tables.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { validUntil } from './do-not-call.ts'
import { phoneKey } from './phone-key.ts'
import { addDays } from '../../contract/core/days.ts'

type Trx = Transaction<Tables>
type Row = Selectable<Tables['dnc_import']>
type Actor = { orgId: string; userId: string }

/** Returns an existing check with this id unchanged. */
export const beginWash = async (
  trx: Trx,
  actor: Actor,
  wash: { id: string; name: string; washedAt: string; total: number },
): Promise<Row> => {
  await trx
    .insertInto('dnc_import')
    .values({
      org_id: actor.orgId,
      id: wash.id,
      name: wash.name,
      washed_at: wash.washedAt,
      by_user: actor.userId,
      total: wash.total,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doNothing())
    .execute()
  return lockedWash(trx, wash.id)
}

/** Valid at once. A later check replaces an earlier one; on the same day, listed wins. */
export const addWashed = async (
  trx: Trx,
  orgId: string,
  id: string,
  numbers: { listed: readonly string[]; notListed: readonly string[] },
): Promise<Row> => {
  const wash = await lockedWash(trx, id)
  if (wash.finished_at !== null) throw over()
  const found = new Map<string, boolean>()
  let unreadable = 0
  const read = (texts: readonly string[], listed: boolean): number => {
    let readable = 0
    for (const text of texts) {
      const number = phoneKey(text)
      if (number === null) unreadable++
      else {
        readable++
        found.set(number, listed || found.get(number) === true)
      }
    }
    return readable
  }
  const listed = read(numbers.listed, true)
  const notListed = read(numbers.notListed, false)
  await write(trx, orgId, wash, found)
  return trx
    .updateTable('dnc_import')
    .set({
      received: sql`received + ${numbers.listed.length + numbers.notListed.length}`,
      listed: sql`listed + ${listed}`,
      not_listed: sql`not_listed + ${notListed}`,
      unreadable: sql`unreadable + ${unreadable}`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Counts the unlocked people with its numbers, once. `isNew` is true the first time. */
export const finishWash = async (trx: Trx, id: string): Promise<{ wash: Row; isNew: boolean }> => {
  const before = await lockedWash(trx, id)
  if (before.finished_at !== null) return { wash: before, isNew: false }
  const { rows } = await sql<{ matched: number }>`
    select count(*)::int as matched from unlocked_contact u where exists (
      select from unnest(array[phone_key(u.contact->>'mobile'), phone_key(u.contact->>'direct_phone')]) as wanted (number)
      join dnc_number d on d.number = wanted.number where d.import_id = ${id}::uuid)`.execute(trx)
  const wash = await trx
    .updateTable('dnc_import')
    .set({ finished_at: sql`now()`, matched: rows[0]?.matched ?? 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { wash, isNew: true }
}

export const lastWashes = (trx: Trx): Promise<Row[]> =>
  trx
    .selectFrom('dnc_import')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()

export const numbersKnown = async (
  trx: Trx,
  today: string,
): Promise<{ listed: number; notListed: number; lapsed: number }> => {
  const { rows } = await sql<{ listed: number; notListed: number; lapsed: number }>`
    select count(*) filter (where listed)::int as listed,
      count(*) filter (where not listed and washed_at >= ${oldest(today)}::date)::int as "notListed",
      count(*) filter (where not listed and washed_at < ${oldest(today)}::date)::int as lapsed
    from dnc_number`.execute(trx)
  return rows[0] ?? { listed: 0, notListed: 0, lapsed: 0 }
}

export const asWash = (row: Row, userName: string | null): Wash => ({
  id: row.id,
  name: row.name,
  washedAt: row.washed_at,
  validUntil: validUntil(row.washed_at),
  userId: row.by_user,
  userName,
  total: row.total,
  received: row.received,
  listed: row.listed,
  notListed: row.not_listed,
  unreadable: row.unreadable,
  matched: row.matched,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

const oldest = (today: string): string => addDays(today, -washHolds)

const lockedWash = async (trx: Trx, id: string): Promise<Row> => {
  const row = await trx
    .selectFrom('dnc_import')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const over = (): ProblemError =>
  new ProblemError('version-conflict', 'This check is finished. Start a new one.')

const write = async (
  trx: Trx,
  orgId: string,
  { id, washed_at: day }: Row,
  found: ReadonlyMap<string, boolean>,
): Promise<void> => {
  if (found.size === 0) return
  await sql`
    insert into dnc_number as existing (org_id, number, listed, washed_at, import_id)
    select ${orgId}, number, listed, ${day}::date, ${id}::uuid
    from unnest(${[...found.keys()]}::text[], ${[...found.values()]}::boolean[]) as incoming (number, listed)
    order by number
    on conflict (org_id, number) do update set
      listed = case when excluded.washed_at > existing.washed_at then excluded.listed
        when excluded.washed_at < existing.washed_at then existing.listed
        else existing.listed or excluded.listed end,
      washed_at = greatest(existing.washed_at, excluded.washed_at),
      import_id = excluded.import_id,
      updated_at = now()`.execute(trx)
}
