import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import type { Cursor } from './cursor.ts'

/** Something that changed: `key` orders what one tick changed; `gone`: tell it as not there. Of a member `id` is the record and `of` its list, of an item `of` is its kind. */
export type Changed = {
  seq: string
  rank: number
  key: string
  id: string
  of: string
  gone: boolean
}

export type Clock = { seq: string; floor: string }

/** In this order what one transaction changed is told: a list before its records. */
export const ranks = { item: 1, member: 2, recent: 3, activity: 4, agent: 5 } as const

/**
 * What stands behind a place for a member, and the clock, in one statement: what one transaction wrote is seen whole or not at all,
 * and since ticks are committed in order nothing can appear later at a tick the clock has passed.
 */
export const changedAfter = async (
  trx: Transaction<Tables>,
  userId: string,
  { place, born }: Cursor,
  limit: number,
): Promise<{ rows: Changed[]; clock: Clock }> => {
  const from = sql`${place.seq}::bigint`
  const since = sql`${born}::bigint`
  const behind = (rank: number, seq: string, key: ReturnType<typeof sql>) =>
    sql`${sql.ref(seq)} >= ${from} and (${sql.ref(seq)}, ${sql.lit(rank)}, ${key} collate "C")
      > (${from}, ${sql.lit(place.rank)}, ${place.key}::text collate "C")`
  const itemKey = sql`i.id::text`
  const memberKey = sql`(m.list_id::text || m.record_id::text)`
  const visible = sql`(i.shared or i.owner_id = ${userId})`
  const { rows } = await sql<Changed & { clock: string; floor: string }>`
    with clock as (select coalesce(max(seq), 0) as clock, coalesce(max(floor), 0) as floor from org_clock)
    select clock.clock, clock.floor, f.* from clock left join lateral (
      (select i.seq, ${sql.lit(ranks.item)} as rank, ${itemKey} as key, i.id, i.kind as of,
          i.deleted_at is not null or not ${visible} as gone
        from saved_item i
        where ${behind(ranks.item, 'i.seq', itemKey)} and case
          when ${visible} then i.deleted_at is null or i.seq > ${since}
          else i.hidden_seq >= ${from} and i.hidden_seq > ${since} end
        order by i.seq, i.id limit ${limit})
      union all
      (select m.seq, ${sql.lit(ranks.member)}, ${memberKey}, m.record_id, m.list_id::text, m.removed
        from list_member m join saved_item i on i.org_id = m.org_id and i.id = m.list_id
        where ${behind(ranks.member, 'm.seq', memberKey)}
          and i.deleted_at is null and ${visible} and (not m.removed or m.seq > ${since})
        order by m.seq, m.list_id, m.record_id limit ${limit})
      union all
      (select r.seq, ${sql.lit(ranks.recent)}, r.id::text, r.id, '', r.deleted_at is not null
        from recent_search r
        where r.user_id = ${userId} and ${behind(ranks.recent, 'r.seq', sql`r.id::text`)}
          and (r.deleted_at is null or r.seq > ${since})
        order by r.seq, r.id limit ${limit})
      union all
      (select a.seq, ${sql.lit(ranks.activity)}, a.id::text, a.id, '', a.deleted_at is not null
        from activity a
        where ${behind(ranks.activity, 'a.seq', sql`a.id::text`)}
          and (a.deleted_at is null or a.seq > ${since})
        order by a.seq, a.id limit ${limit})
      union all
      (select g.seq, ${sql.lit(ranks.agent)}, g.id::text, g.id, '', g.deleted_at is not null
        from signal_agent g
        where g.owner_id = ${userId} and ${behind(ranks.agent, 'g.seq', sql`g.id::text`)}
          and (g.deleted_at is null or g.seq > ${since})
        order by g.seq, g.id limit ${limit})
      order by 1, 2, 3 limit ${limit}
    ) f on true
    order by f.seq, f.rank, f.key collate "C"`.execute(trx)
  const [first] = rows
  return {
    clock: { seq: first?.clock ?? '0', floor: first?.floor ?? '0' },
    // Where nothing stands behind the place there is one row, of nulls.
    rows: rows.filter((row) => row.id !== null),
  }
}
