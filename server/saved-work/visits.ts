import { sql, type SelectQueryBuilder, type Transaction } from 'kysely'
import {
  everyone,
  maxVisits,
  type NamedVisit,
  type OutcomeCounts,
  type VisitOutcome,
} from '../../contract/saved-work/activities.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { namesOf } from '../records/views.ts'
import { activityView } from './activity-view.ts'

type Trx = Transaction<Tables>

export type VisitFilter = {
  /** A user's id, or `everyone`. */
  by: string
  outcome?: VisitOutcome | undefined
  list?: string | undefined
  /** The id of the last visit of the page before. */
  after?: string | undefined
}

/** The caller's own without `by`. Throws `role-forbidden` for other members' unless the caller is an admin. */
export const visitsBy = (
  { by }: { by?: string | undefined },
  { userId, role }: Pick<Context, 'userId' | 'role'>,
): string => {
  if (by === undefined || by === userId || role === 'admin') return by ?? userId
  throw new ProblemError('role-forbidden', 'Only an admin can see the visits of others.')
}

/** A page of visits with the names of their records, the latest first, and how many there are of each outcome. A list that the caller can't see has none. */
export const findVisits = async (
  trx: Trx,
  { outcome, after, ...filter }: VisitFilter,
  userId: string,
): Promise<{ visits: NamedVisit[]; counts: OutcomeCounts; next: string | null }> => {
  let query = visitsIn(trx, filter, userId).selectAll('activity')
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(activity.at, activity.id) < (select b.at, b.id from activity b where b.id = ${after}::uuid)`,
    )
  const rows = await query
    .orderBy('activity.at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(maxVisits + 1)
    .execute()
  const page = rows.slice(0, maxVisits)
  const names = await recordNames(trx, page)
  const last = rows.length > maxVisits ? page.at(-1) : undefined
  const counted = await visitsIn(trx, filter, userId)
    .select(['outcome', sql<number>`count(*)::int`.as('count')])
    .where('outcome', 'is not', null)
    .groupBy('outcome')
    .execute()
  return {
    visits: page.map((row) => ({
      ...activityView(row, userId),
      recordName: names[row.record_id] ?? null,
    })),
    counts: Object.fromEntries(counted.map((row) => [row.outcome ?? '', row.count])),
    next: last?.id ?? null,
  }
}

/** The latest first, at most `max`. */
export const visitsToExport = async (
  trx: Trx,
  { outcome, ...filter }: VisitFilter,
  userId: string,
  max: number,
): Promise<{ id: string; recordId: string; name: string }[]> => {
  let query = visitsIn(trx, filter, userId).select(['id', 'category', 'record_id'])
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(max).execute()
  const names = await recordNames(trx, rows)
  return rows.map(({ id, record_id: recordId }) => ({ id, recordId, name: names[recordId] ?? '' }))
}

const recordNames = async (
  trx: Trx,
  rows: readonly { category: Category; record_id: string }[],
): Promise<Readonly<Record<string, string>>> => {
  const idsIn = (category: Category): string[] =>
    rows.filter((row) => row.category === category).map((row) => row.record_id)
  return {
    ...(await namesOf(trx, 'company', idsIn('company'))),
    ...(await namesOf(trx, 'person', idsIn('people'))),
  }
}

const visitsIn = (
  trx: Trx,
  { by, list }: Pick<VisitFilter, 'by' | 'list'>,
  userId: string,
): SelectQueryBuilder<Tables, 'activity', object> => {
  let query = trx.selectFrom('activity').where('kind', '=', 'visit').where('deleted_at', 'is', null)
  if (by !== everyone) query = query.where('author_id', '=', by)
  if (list !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('list_member as m')
          .innerJoin('saved_item as i', (join) =>
            join.onRef('i.org_id', '=', 'm.org_id').onRef('i.id', '=', 'm.list_id'),
          )
          .select('m.record_id')
          .whereRef('m.record_id', '=', 'activity.record_id')
          .where('m.list_id', '=', list)
          .where('m.removed', '=', false)
          .where('i.deleted_at', 'is', null)
          .where((is) => is.or([is('i.owner_id', '=', userId), is('i.shared', '=', true)])),
      ),
    )
  return query
}
