import { sql, type Transaction } from 'kysely'
import type { List } from '../../contract/saved-work/lists.ts'
import type { RecentSearch, SavedSearch } from '../../contract/saved-work/searches.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Selectable } from 'kysely'
import type { SearchContent, Tables } from '../platform/db/tables.ts'
import { checkCriteria } from '../search/check.ts'
import type { QueryResolver, Caller } from './resolve-query.ts'
import { tidyCriteria, withoutPosition } from '../../contract/search/criteria.ts'
import type { Item } from './items.ts'

type Trx = Transaction<Tables>

/** Null if the item was not counted or cannot be; new since the caller last looked. */
export type Counted = { count: number | null; newSince: number | null }

export const uncounted: Counted = { count: null, newSince: null }

export const searchView = (item: Item, userId: string, counted: Counted): SavedSearch => ({
  ...common(item, userId),
  kind: 'dynamic',
  ...criteriaView(item.content),
  coreAISearchPromptText: item.content.prompt,
  ...counted,
})

export const listView = (item: Item, userId: string, counted: Counted): List => ({
  ...common(item, userId),
  kind: item.kind,
  count: item.kind === 'dynamic' ? counted.count : item.size,
  newSince: counted.newSince,
})

export const recentView = (row: Selectable<Tables['recent_search']>): RecentSearch => ({
  rid: row.id,
  category: row.category,
  ...criteriaView(row.content),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const common = (item: Item, userId: string) => ({
  id: item.id,
  name: item.name,
  category: item.category,
  isOwner: item.owner_id === userId,
  ownerId: item.owner_id,
  shared: item.shared,
  version: item.version,
  createdAt: item.created_at.toISOString(),
  updatedAt: item.updated_at.toISOString(),
})

export const criteriaView = ({ filters, operators, excluded, metadata, search }: SearchContent) => {
  return {
    filters,
    operators: Object.fromEntries(
      Object.entries(operators).flatMap(([identifier, operator]) =>
        operator === 'AND' ? [[identifier, operator] as const] : [],
      ),
    ),
    excluded,
    metadata: withoutPosition(metadata),
    search,
  }
}

export const countsOf = async (
  resolver: QueryResolver,
  caller: Caller,
  items: readonly Item[],
): Promise<Counted[]> => {
  const seen = await caller.inOrg((trx) => seenBy(trx, caller.userId))
  const fresh = items.some(({ kind }) => kind !== 'dynamic')
    ? await caller.inOrg((trx) => addedSince(trx, caller.userId))
    : new Map<string, number>()
  return Promise.all(
    items.map(async (item): Promise<Counted> => {
      if (item.kind !== 'dynamic') return { count: item.size, newSince: fresh.get(item.id) ?? 0 }
      const count = await totalOf(resolver, caller, item)
      const before = seen.get(item.id)
      if (count === null) return uncounted
      return { count, newSince: before === undefined ? 0 : Math.max(0, count - before) }
    }),
  )
}

const totalOf = async (
  resolver: QueryResolver,
  caller: Caller,
  item: Item,
): Promise<number | null> => {
  const criteria = tidyCriteria(item.content)
  try {
    checkCriteria(criteria, 'people')
  } catch (error) {
    // The catalogue has changed since it was saved. The search is listed without a count, and shows the error when it is opened.
    if (error instanceof ProblemError) return null
    throw error
  }
  return resolver.total({ category: item.category, criteria }, caller)
}

export const markSeen = async (
  trx: Trx,
  actor: { orgId: string; userId: string },
  item: Item,
  total: number,
): Promise<void> => {
  await trx
    .insertInto('saved_seen')
    .values({
      org_id: actor.orgId,
      user_id: actor.userId,
      item_id: item.id,
      total,
      seq: item.seq,
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'user_id', 'item_id']).doUpdateSet({ total, seq: item.seq }),
    )
    .execute()
}

const seenBy = async (trx: Trx, userId: string): Promise<Map<string, number>> => {
  const rows = await trx
    .selectFrom('saved_seen')
    .select(['item_id', 'total'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map((row) => [row.item_id, row.total]))
}

/** By other members, since the caller last looked. */
const addedSince = async (trx: Trx, userId: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; fresh: string }>`
    select s.item_id as id, count(*) as fresh from saved_seen s
    join list_member m on m.org_id = s.org_id and m.list_id = s.item_id
    where s.user_id = ${userId} and m.added_seq > s.seq and m.added_by <> ${userId} and not m.removed
    group by s.item_id`.execute(trx)
  return new Map(rows.map((row) => [row.id, Number(row.fresh)]))
}
