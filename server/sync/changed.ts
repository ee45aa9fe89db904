import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import type { Cursor } from './cursor.ts'
import { memberRank, savedItems, syncedEntities, type SyncedEntity } from './entities.ts'

/**
 * `key` orders the rows of one tick; `deleted`: the member sees it no longer. Of a list's member `id` is the record and `of` the
 * list; of a saved item `of` is its kind.
 */
export type Changed = {
  seq: string
  rank: number
  key: string
  id: string
  of: string
  deleted: boolean
}

export type Clock = { seq: string; floor: string }

type Reading = {
  userId: string
  cursor: Cursor
  limit: number
}

/**
 * One statement sees a transaction whole or not at all, and ticks are committed in order, so nothing can appear later at a tick
 * the clock has passed.
 */
export const changedAfter = async (
  trx: Transaction<Tables>,
  userId: string,
  cursor: Cursor,
  limit: number,
): Promise<{ rows: Changed[]; clock: Clock }> => {
  const reading = { userId, cursor, limit }
  const parts = [
    savedItemRows(reading),
    memberRows(reading),
    ...syncedEntities.map((entity) => entityRows(entity, reading)),
  ]
  const { rows } = await sql<Changed & { clock: string; floor: string }>`
    with clock as (select coalesce(max(seq), 0) as clock, coalesce(max(floor), 0) as floor from org_clock)
    select clock.clock, clock.floor, f.* from clock left join lateral (
      ${sql.join(parts, sql` union all `)}
      order by 1, 2, 3 limit ${limit}
    ) f on true
    order by f.seq, f.rank, f.key collate "C"`.execute(trx)
  const [first] = rows
  return {
    clock: { seq: first?.clock ?? '0', floor: first?.floor ?? '0' },
    // Without any change the join gives one row of nulls.
    rows: rows.filter((row) => row.id !== null),
  }
}

const savedItemRows = ({ userId, cursor, limit }: Reading) => {
  const key = sql`e.id::text`
  const visible = savedItems.visibleTo(userId)
  return sql`
    (select e.seq, ${sql.lit(savedItems.rank)} as rank, ${key} as key, e.id, e.kind as of,
        e.deleted_at is not null or not ${visible} as deleted
      from saved_item e
      where ${isAfter(cursor, savedItems.rank, key)} and case
        when ${visible} then e.deleted_at is null or e.seq > ${bornAt(cursor)}
        else e.hidden_seq >= ${fromTick(cursor)} and e.hidden_seq > ${bornAt(cursor)} end
      order by e.seq, e.id limit ${limit})`
}

const memberRows = ({ userId, cursor, limit }: Reading) => {
  const key = sql`(m.list_id::text || m.record_id::text)`
  return sql`
    (select m.seq, ${sql.lit(memberRank)}, ${key}, m.record_id, m.list_id::text, m.removed
      from list_member m join saved_item e on e.org_id = m.org_id and e.id = m.list_id
      where ${isAfter(cursor, memberRank, key, 'm.seq')} and e.deleted_at is null
        and ${savedItems.visibleTo(userId)} and (not m.removed or m.seq > ${bornAt(cursor)})
      order by m.seq, m.list_id, m.record_id limit ${limit})`
}

const entityRows = (
  { table, rank, visibleTo }: SyncedEntity,
  { userId, cursor, limit }: Reading,
) => {
  const key = sql`e.id::text`
  return sql`
    (select e.seq, ${sql.lit(rank)}, ${key}, e.id, '', e.deleted_at is not null
      from ${sql.table(table)} e
      where ${visibleTo(userId)} and ${isAfter(cursor, rank, key)}
        and (e.deleted_at is null or e.seq > ${bornAt(cursor)})
      order by e.seq, e.id limit ${limit})`
}

const fromTick = ({ position }: Cursor) => sql`${position.seq}::bigint`
const bornAt = ({ born }: Cursor) => sql`${born}::bigint`

const isAfter = (cursor: Cursor, rank: number, key: RawBuilder<unknown>, seq = 'e.seq') => {
  const { position } = cursor
  return sql`${sql.ref(seq)} >= ${fromTick(cursor)} and (${sql.ref(seq)}, ${sql.lit(rank)}, ${key} collate "C")
    > (${fromTick(cursor)}, ${sql.lit(position.rank)}, ${position.key}::text collate "C")`
}
