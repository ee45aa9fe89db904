import * as z from 'zod/mini'
import { Unreadable } from '../errors.ts'
import type { Api, Changes, ObjectKind } from '../port.ts'
import type { Calls } from './calls.ts'
import { candidateOf } from './candidates.ts'
import { CrmRecord, parsePage, pathOf } from './shapes.ts'

/**
 * A page of records in the order of their updates. Pages continue from the last time instead of a page number, because deep pages cost
 * up to 30 calls. Deleted records do not show: only `read` finds them; archived accounts do.
 */
export const readChanges = async (
  calls: Calls,
  api: Api,
  app: string,
  object: ObjectKind,
  cursor: string | null,
): Promise<Changes> => {
  const { since, page, seen } = parseCursor(cursor)
  const answer = await calls.get(api, pathOf(object), [
    ['updated_at[gte]', since],
    ['sort_by', 'updated_at'],
    ['sort_direction', 'ASC'],
    ['per_page', String(perPage)],
    ['page', String(page)],
  ])
  const { items } = parsePage(CrmRecord, answer)
  if (items.some(({ updated_at }) => Date.parse(updated_at) < Date.parse(since)))
    throw new Unreadable('Salesloft answered with records that do not meet the filter.')
  const isLast = items.length < perPage
  const fresh = items.filter((record) => !seen.includes(versionOf(record)))
  return {
    records: fresh
      .filter((record) => !record.archived_at)
      .map((record) => candidateOf(record, object, app)),
    deleted: fresh
      .filter((record) => record.archived_at)
      .map((record) => ({ id: String(record.id) })),
    next: JSON.stringify(
      isLast ? endOf(since, items) : continueAfter({ since, page, seen }, items),
    ),
    isLast,
  }
}

const perPage = 100

/** Longer than a change takes to become visible after the time that it bears. */
const overlapMs = 30_000

/** `seen`: versions in the overlap that were answered before. */
const Cursor = z.object({ since: z.string(), page: z.number(), seen: z.array(z.string()) })
type Cursor = z.infer<typeof Cursor>

const parseCursor = (cursor: string | null): Cursor =>
  cursor === null
    ? { since: new Date(0).toISOString(), page: 1, seen: [] }
    : z.parse(Cursor, JSON.parse(cursor))

const versionOf = ({ id, updated_at }: CrmRecord): string => `${id} ${updated_at}`

const endOf = (since: string, items: readonly CrmRecord[]): Cursor => {
  const last = items.at(-1)
  if (!last) return { since, page: 1, seen: [] }
  const overlap = Math.max(0, Date.parse(last.updated_at) - overlapMs)
  return {
    since: new Date(overlap).toISOString(),
    page: 1,
    seen: items.filter(({ updated_at }) => Date.parse(updated_at) >= overlap).map(versionOf),
  }
}

/** A page whose records all have the same time would begin again with itself: only then the page number grows. */
const continueAfter = ({ since, page, seen }: Cursor, items: readonly CrmRecord[]): Cursor => {
  const last = items.at(-1)?.updated_at ?? since
  return last === since ? { since, page: page + 1, seen } : { since: last, page: 1, seen }
}
