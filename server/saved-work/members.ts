import { sql, type Transaction } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import { maxListed } from '../../contract/saved-work/item.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { audit, type By } from '../audit/audit.ts'
import { noteSuppression } from './clock.ts'
import type { ListKind } from '../../contract/saved-work/lists.ts'

type Trx = Transaction<Tables>
type ListRef = { id: string; kind: ListKind; category: Category; size: number }
type Somebody = By & { userId: string }

export const membersOf = async (
  trx: Trx,
  listIds: readonly string[],
): Promise<Map<string, string[]>> => {
  if (listIds.length === 0) return new Map()
  // One text per list: ten thousand rows would be several times slower in the driver.
  const { rows } = await sql<{ list: string; records: string }>`
    select list_id as list, string_agg(record_id::text, ',') as records from list_member
    where list_id = any(${[...listIds]}::uuid[]) and not removed group by list_id`.execute(trx)
  return new Map(rows.map(({ list, records }) => [list, records.split(',')]))
}

export const existingRecords = async (
  trx: Trx,
  category: Category,
  ids: readonly string[],
): Promise<string[]> => {
  if (ids.length === 0) return []
  const table = sql.table(category === 'company' ? 'company' : 'person')
  const { rows } = await sql<{ id: string }>`
    select id from ${table} where id = any(${[...ids]}::uuid[])`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Both are sets. Throws `invalid-input` beyond 10,000. */
export const changeMembers = async (
  trx: Trx,
  by: Somebody,
  seq: string,
  list: ListRef,
  change: { add: readonly string[]; remove: readonly string[] },
): Promise<{ added: number; removed: number; count: number }> => {
  const adding = new Set(change.add)
  const removed = await counted(sql`
    update list_member set removed = true, seq = ${seq}
    where list_id = ${list.id} and not removed
      and record_id = any(${change.remove.filter((id) => !adding.has(id))}::uuid[])
    returning 1`)(trx)
  const added = await counted(sql`
    insert into list_member as existing (org_id, list_id, record_id, seq, added_seq, added_by)
    select ${by.orgId}, ${list.id}::uuid, id, ${seq}::bigint, ${seq}::bigint, ${by.userId}
    from unnest(${[...adding]}::uuid[]) as wanted(id)
    on conflict (org_id, list_id, record_id) do update
      set removed = false, seq = excluded.seq, added_seq = excluded.added_seq, added_by = excluded.added_by
      where existing.removed
    returning 1`)(trx)
  const count = list.size + added - removed
  if (count > maxListed) {
    const detail = `A list can hold ${maxListed} records. You can add ${maxListed - list.size} more.`
    throw new ProblemError('invalid-input', detail, {
      errors: [{ pointer: '/add', code: 'too-many', detail }],
    })
  }
  if (added + removed > 0) await noteSize(trx, by, seq, list, { added, removed })
  return { added, removed, count }
}

/** Only those that are still in the list. */
export const takeBack = async (
  trx: Trx,
  by: Somebody,
  seq: string,
  list: ListRef,
  change: string,
): Promise<{ removed: number; count: number }> => {
  const removed = await counted(sql`
    update list_member set removed = true, seq = ${seq}
    where list_id = ${list.id} and not removed and added_seq = ${change}::bigint
    returning 1`)(trx)
  if (removed > 0) await noteSize(trx, by, seq, list, { added: 0, removed })
  return { removed, count: list.size - removed }
}

export const copyMembers = async (
  trx: Trx,
  by: Somebody,
  seq: string,
  fromId: string,
  to: ListRef,
): Promise<number> => {
  const count = await counted(sql`
    insert into list_member (org_id, list_id, record_id, seq, added_seq, added_by)
    select org_id, ${to.id}::uuid, record_id, ${seq}::bigint, ${seq}::bigint, ${by.userId}
    from list_member where list_id = ${fromId} and not removed
    returning 1`)(trx)
  if (count > 0) await noteSize(trx, by, seq, { ...to, size: 0 }, { added: count, removed: 0 })
  return count
}

/** For readers whose cursor is before this tick. */
export const passMembersOn = async (trx: Trx, listId: string, seq: string): Promise<void> => {
  await trx
    .updateTable('list_member')
    .set({ seq })
    .where('list_id', '=', listId)
    .where('removed', '=', false)
    .execute()
}

const noteSize = async (
  trx: Trx,
  by: Somebody,
  seq: string,
  list: ListRef,
  { added, removed }: { added: number; removed: number },
): Promise<void> => {
  await trx
    .updateTable('saved_item')
    .set({ size: list.size + added - removed, seq, updated_at: sql`now()` })
    .where('id', '=', list.id)
    .execute()
  if (list.kind !== 'suppression') return
  await noteSuppression(trx, seq)
  const details = { change: 'records', category: list.category, added, removed }
  await audit(trx, by, { act: 'suppression', subject: list.id, details })
}

const counted =
  (statement: ReturnType<typeof sql>) =>
  async (trx: Trx): Promise<number> =>
    (await statement.execute(trx)).rows.length
