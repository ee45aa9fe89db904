import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

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
