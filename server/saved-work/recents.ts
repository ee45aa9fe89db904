import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

/** Somebody's recent searches, at most so many, the last changed first. */
export const recentSearches = (
  trx: Transaction<Tables>,
  userId: string,
  limit: number,
): Promise<Selectable<Tables['recent_search']>[]> =>
  trx
    .selectFrom('recent_search')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
