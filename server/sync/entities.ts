import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Change } from '../../contract/sync.ts'
import { agentViews } from '../agents/views.ts'
import type { Tables } from '../platform/db/tables.ts'
import { activityView } from '../saved-work/activity-view.ts'
import { cadenceViews } from '../saved-work/cadences.ts'
import { dayPlanViews } from '../saved-work/day-plans.ts'
import { followUpViews } from '../saved-work/follow-ups.ts'
import { listView, recentView, searchView, uncounted } from '../saved-work/views.ts'

type Trx = Transaction<Tables>

/** A table with `id`, `seq` and `deleted_at`, of which a device syncs the rows a member may see. */
type Definition<Value> = {
  table: keyof Tables
  /** Cursors store it: it never changes. */
  rank: number
  /** The table is called `e`. */
  visibleTo: (userId: string) => RawBuilder<boolean>
  load: (trx: Trx, userId: string, ids: readonly string[]) => Promise<readonly Value[]>
  /** `value` is null where the row is deleted or hidden. `kind`: the row's own, if it has one. */
  view: (id: string, value: Value | null, userId: string, kind: string) => Change
}

export type SyncedEntity = Pick<Definition<unknown>, 'table' | 'rank' | 'visibleTo'> & {
  load: (
    trx: Trx,
    userId: string,
    ids: readonly string[],
  ) => Promise<(id: string, kind: string) => Change>
}

const entity = <Value extends { id: string }>(definition: Definition<Value>): SyncedEntity => ({
  ...definition,
  load: async (trx, userId, ids) => {
    const values = new Map(
      (await definition.load(trx, userId, ids)).map((value) => [value.id, value]),
    )
    return (id, kind) => definition.view(id, values.get(id) ?? null, userId, kind)
  },
})

const among = (ids: readonly string[]) => sql<boolean>`e.id = any(${[...ids]}::uuid[])`

const sharedOrOwn = (userId: string) => sql<boolean>`(e.shared or e.owner_id = ${userId})`

export const savedItems = entity({
  table: 'saved_item',
  rank: 1,
  visibleTo: sharedOrOwn,
  load: (trx, userId, ids) =>
    trx
      .selectFrom('saved_item as e')
      .selectAll()
      .where(among(ids))
      // An item may be hidden or deleted since the feed was read; the next page says so.
      .where('e.deleted_at', 'is', null)
      .where(sharedOrOwn(userId))
      .execute(),
  view: (id, item, userId, kind) =>
    kind === 'dynamic'
      ? { kind: 'search', id, value: item && searchView(item, userId, uncounted) }
      : { kind: 'list', id, value: item && listView(item, userId, uncounted) },
})

/** After the list, before everything else. */
export const memberRank = 2

export const syncedEntities: readonly SyncedEntity[] = [
  entity({
    table: 'recent_search',
    rank: 3,
    visibleTo: (userId) => sql`e.user_id = ${userId}`,
    load: (trx, userId, ids) =>
      trx
        .selectFrom('recent_search as e')
        .selectAll()
        .where('e.user_id', '=', userId)
        .where(among(ids))
        .execute(),
    view: (id, recent) => ({ kind: 'recent', id, value: recent && recentView(recent) }),
  }),
  entity({
    table: 'activity',
    rank: 4,
    visibleTo: () => sql`true`,
    load: (trx, _, ids) => trx.selectFrom('activity as e').selectAll().where(among(ids)).execute(),
    view: (id, activity, userId) => {
      const value = activity && activityView(activity, userId)
      return { kind: 'activity', id, value }
    },
  }),
  entity({
    table: 'follow_up',
    rank: 6,
    visibleTo: (userId) => sql`e.owner_id = ${userId}`,
    load: async (trx, _, ids) =>
      followUpViews(
        trx,
        await trx.selectFrom('follow_up as e').selectAll().where(among(ids)).execute(),
      ),
    view: (id, value) => ({ kind: 'follow-up', id, value }),
  }),
  entity({
    table: 'cadence',
    rank: 8,
    visibleTo: (userId) => sql`e.owner_id = ${userId}`,
    load: async (trx, _, ids) =>
      cadenceViews(
        trx,
        await trx.selectFrom('cadence as e').selectAll().where(among(ids)).execute(),
      ),
    view: (id, value) => ({ kind: 'cadence', id, value }),
  }),
  entity({
    table: 'day_plan',
    rank: 7,
    visibleTo: (userId) => sql`e.owner_id = ${userId}`,
    load: async (trx, _, ids) =>
      dayPlanViews(
        trx,
        await trx.selectFrom('day_plan as e').selectAll().where(among(ids)).execute(),
      ),
    view: (id, value) => ({ kind: 'day-plan', id, value }),
  }),
  entity({
    table: 'signal_agent',
    rank: 5,
    visibleTo: (userId) => sql`e.owner_id = ${userId}`,
    load: agentViews,
    view: (id, value) => ({ kind: 'agent', id, value }),
  }),
]
