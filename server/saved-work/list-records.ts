import type { Criteria } from '../../contract/search/criteria.ts'
import { maxListed } from '../../contract/saved-work/item.ts'
import type { QueryRequest, QueryResolver, Caller } from './resolve-query.ts'
import type { Item } from './items.ts'
import { membersOf } from './members.ts'

/** Its members, or the first 10,000 results of a saved search. */
export const recordsOf = async (
  resolver: QueryResolver,
  caller: Caller,
  item: Item,
): Promise<readonly string[]> => {
  if (item.kind === 'dynamic') {
    const { category, content } = item
    return (await resolver.ids({ category, criteria: content, size: maxListed }, caller)).ids
  }
  const members = await caller.inOrg((trx) => membersOf(trx, [item.id]))
  return members.get(item.id) ?? []
}

/** A saved search without further criteria is queried directly, so that its total is exact beyond 10,000. */
export const buildListQuery = async (
  resolver: QueryResolver,
  caller: Caller,
  item: Item,
  criteria: Criteria,
): Promise<QueryRequest> => {
  const { category } = item
  if (item.kind === 'dynamic' && asksNothing(criteria))
    return {
      category,
      criteria: { ...item.content, metadata: { ...item.content.metadata, ...criteria.metadata } },
    }
  return {
    category,
    criteria,
    within: await recordsOf(resolver, caller, item),
    withSuppressed: item.kind === 'suppression',
  }
}

const asksNothing = ({ filters, excluded, search, metadata }: Criteria): boolean =>
  search === '' &&
  metadata.near === undefined &&
  Object.keys(filters).length === 0 &&
  Object.keys(excluded).length === 0
