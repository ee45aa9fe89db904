import { tidyCriteria, type Criteria, type Sorting } from '../../contract/search/criteria.ts'
import type { RecordSource } from '../../contract/money/credits.ts'
import type { Category } from '../../contract/records/records.ts'
import { levelsOf, searchByFit } from '../account-fit/by-fit.ts'
import type { QueryRequest, QueryResolver } from '../saved-work/resolve-query.ts'
import { seenItem } from '../saved-work/items.ts'
import { buildListQuery } from '../saved-work/list-records.ts'
import { checkCriteria, checkPage } from '../search/check.ts'
import type { SearchEngine } from '../search/engine.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Context } from '../platform/http/context.ts'

export type Resolving = {
  search: SearchEngine
  resolver: QueryResolver
  /** In the order of its file; throws `not-found`. */
  uploaded(
    source: Extract<RecordSource, { kind: 'upload' }>,
    category: Category,
    caller: Caller,
  ): Promise<string[]>
}

/** With the role, since a list may belong to another member. */
export type Caller = Pick<Context, 'orgId' | 'userId' | 'role' | 'inOrg'>

/** Each once, in its order, at most 10,000. Throws like a search or a list for an invalid, missing or hidden source. */
export const resolveSource = async (
  parts: Resolving,
  caller: Caller,
  category: Category,
  source: RecordSource,
): Promise<string[]> => {
  if (source.kind === 'ids') return [...new Set(source.ids)]
  if (source.kind === 'upload') return parts.uploaded(source, category, caller)
  const { first: size, sorting } = source
  const criteria = tidyCriteria(source)
  checkCriteria(criteria, category)
  checkPage({ from: 0, size, sorting }, criteria, category)
  const query =
    source.kind === 'search'
      ? { category, criteria }
      : await buildSavedListQuery(parts.resolver, caller, category, source.listId, criteria)
  return inOrder(parts, caller, query, sorting, size)
}

const buildSavedListQuery = async (
  resolver: QueryResolver,
  caller: Caller,
  category: Category,
  listId: string,
  criteria: Criteria,
): Promise<QueryRequest> => {
  const item = await caller.inOrg((trx) => seenItem(trx, caller, listId))
  if (item.category !== category)
    throw new ProblemError('invalid-input', 'This list holds the other kind of record.', {
      errors: [{ pointer: '/category', code: 'other-category', detail: item.category }],
    })
  return buildListQuery(resolver, caller, item, criteria)
}

const inOrder = async (
  { search, resolver: asking }: Resolving,
  caller: Caller,
  query: QueryRequest,
  sorting: Sorting,
  size: number,
): Promise<string[]> => {
  const [order] = sorting
  const levels = order?.field === 'fit' ? await caller.inOrg(levelsOf) : null
  if (levels === null) return (await asking.ids({ ...query, sorting, size }, caller)).ids
  const prepared = await asking.prepare(query, caller)
  const found = await searchByFit(
    search,
    { ...prepared, from: 0, size },
    levels,
    order?.order === 'asc',
  )
  return found.ids
}
