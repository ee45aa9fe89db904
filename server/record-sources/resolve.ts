import { tidied, type Criteria, type Sorting } from '../../contract/search/criteria.ts'
import type { RecordSource } from '../../contract/money/credits.ts'
import type { Category } from '../../contract/records/records.ts'
import { levelsOf, searchByFit } from '../account-fit/by-fit.ts'
import type { Asked, Asking } from '../saved-work/resolve-query.ts'
import { seenItem } from '../saved-work/items.ts'
import { askedOfList } from '../saved-work/records-of.ts'
import { checkCriteria, checkPage } from '../search/check.ts'
import type { SearchEngine } from '../search/engine.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Context } from '../platform/http/context.ts'

export type Resolving = {
  search: SearchEngine
  asking: Asking
  /** The records of the accepted matches of an upload, in the order of its file; throws `not-found`. */
  uploaded(
    source: Extract<RecordSource, { kind: 'upload' }>,
    category: Category,
    caller: Caller,
  ): Promise<string[]>
}

/** Who asks; with the role, since a list may be another member's. */
export type Caller = Pick<Context, 'orgId' | 'userId' | 'role' | 'inOrg'>

/**
 * The ids of the records a source means now, each once, in its order and at most 10,000. Throws as a search or a list would for what
 * is not valid, not there or not the caller's to see.
 */
export const resolveSource = async (
  parts: Resolving,
  caller: Caller,
  category: Category,
  source: RecordSource,
): Promise<string[]> => {
  if (source.kind === 'ids') return [...new Set(source.ids)]
  if (source.kind === 'upload') return parts.uploaded(source, category, caller)
  const { first: size, sorting } = source
  const criteria = tidied(source)
  checkCriteria(criteria, category)
  checkPage({ from: 0, size, sorting }, criteria, category)
  const asked =
    source.kind === 'search'
      ? { category, criteria }
      : await askedOfKept(parts.asking, caller, category, source.listId, criteria)
  return inOrder(parts, caller, asked, sorting, size)
}

const askedOfKept = async (
  asking: Asking,
  caller: Caller,
  category: Category,
  listId: string,
  criteria: Criteria,
): Promise<Asked> => {
  const item = await caller.inOrg((trx) => seenItem(trx, caller, listId))
  if (item.category !== category)
    throw new ProblemError('invalid-input', 'This list holds the other kind of record.', {
      errors: [{ pointer: '/category', code: 'other-category', detail: item.category }],
    })
  return askedOfList(asking, caller, item, criteria)
}

const inOrder = async (
  { search, asking }: Resolving,
  caller: Caller,
  asked: Asked,
  sorting: Sorting,
  size: number,
): Promise<string[]> => {
  const [order] = sorting
  const levels = order?.field === 'fit' ? await caller.inOrg(levelsOf) : null
  if (levels === null) return (await asking.ids({ ...asked, sorting, size }, caller)).ids
  const prepared = await asking.prepare(asked, caller)
  const found = await searchByFit(
    search,
    { ...prepared, from: 0, size },
    levels,
    order?.order === 'asc',
  )
  return found.ids
}
