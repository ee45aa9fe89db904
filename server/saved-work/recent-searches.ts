import { sql, type Selectable, type Transaction } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import { maxRecentSearches } from '../../contract/saved-work/item.ts'
import { forgetLongDeleted } from './retention.ts'
import { notFound } from '../platform/http/problem-error.ts'
import type { SearchContent, Tables } from '../platform/db/tables.ts'
import { isUuid } from '../../contract/core/ids.ts'

type Trx = Transaction<Tables>
type Row = Selectable<Tables['recent_search']>
type Recent = { id: string; category: Category; content: SearchContent }

/** Throws `not-found`, also for another member's. */
export const recentOf = async (trx: Trx, userId: string, id: string): Promise<Row> => {
  const row = isUuid(id) ? await rowOf(trx, userId, id) : undefined
  if (!row || row.deleted_at !== null) throw notFound()
  return row
}

/** The id of a recent search of these criteria; undefined if there is none. */
export const sameRecent = async (
  trx: Trx,
  userId: string,
  { category, content }: Pick<Recent, 'category' | 'content'>,
): Promise<string | undefined> => {
  const row = await trx
    .selectFrom('recent_search')
    .select('id')
    .where('user_id', '=', userId)
    .where('category', '=', category)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`content::jsonb = ${JSON.stringify(content)}::jsonb`)
    .executeTakeFirst()
  return row?.id
}

/** Leaves an existing one unchanged. Those beyond 50 are deleted, oldest first (product 2.3). */
export const addRecent = async (
  trx: Trx,
  actor: { orgId: string; userId: string },
  seq: string,
  recent: Recent,
): Promise<void> => {
  await trx
    .insertInto('recent_search')
    .values({
      org_id: actor.orgId,
      user_id: actor.userId,
      id: recent.id,
      category: recent.category,
      content: JSON.stringify(recent.content),
      seq,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await dropOldest(trx, actor.userId, seq)
}

/** Restores it if it was dropped. Throws `not-found` if it never existed. */
export const changeRecent = async (
  trx: Trx,
  actor: { orgId: string; userId: string },
  seq: string,
  recent: Recent,
): Promise<void> => {
  const changed = await trx
    .updateTable('recent_search')
    .set({
      category: recent.category,
      content: JSON.stringify(recent.content),
      seq,
      updated_at: sql`now()`,
      deleted_at: null,
    })
    .where('user_id', '=', actor.userId)
    .where('id', '=', recent.id)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw notFound()
  await dropOldest(trx, actor.userId, seq)
}

/** Repeated calls change nothing. Throws `not-found` if it never existed. */
export const dropRecent = async (
  trx: Trx,
  userId: string,
  id: string,
  seq: string,
): Promise<void> => {
  const row = await rowOf(trx, userId, id)
  if (!row) throw notFound()
  if (row.deleted_at !== null) return
  await trx
    .updateTable('recent_search')
    .set({ deleted_at: sql`now()`, seq })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  await forgetLongDeleted(trx)
}

const rowOf = (trx: Trx, userId: string, id: string): Promise<Row | undefined> =>
  trx
    .selectFrom('recent_search')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

const dropOldest = async (trx: Trx, userId: string, seq: string): Promise<void> => {
  await trx
    .updateTable('recent_search')
    .set({ deleted_at: sql`now()`, seq })
    .where('user_id', '=', userId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('recent_search')
        .select('id')
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .orderBy('seq', 'desc')
        .offset(maxRecentSearches),
    )
    .execute()
}
