import type { Criteria } from '../../contract/search/criteria.ts'
import { mostListed } from '../../contract/saved-work/item.ts'
import type { Asked, Asking, Caller } from './resolve-query.ts'
import type { Item } from './items.ts'
import { membersOf } from './members.ts'

/** The records of a list: those it holds, or the first 10,000 a saved search finds now. */
export const recordsOf = async (
  asking: Asking,
  caller: Caller,
  item: Item,
): Promise<readonly string[]> => {
  if (item.kind === 'dynamic') {
    const { category, content } = item
    return (await asking.ids({ category, criteria: content, size: mostListed }, caller)).ids
  }
  const members = await caller.inOrg((trx) => membersOf(trx, [item.id]))
  return members.get(item.id) ?? []
}

/** The question behind the records of a list that meet criteria. A saved search without further filters is asked as it stands, so that its total is exact beyond 10,000 too. */
export const askedOfList = async (
  asking: Asking,
  caller: Caller,
  item: Item,
  criteria: Criteria,
): Promise<Asked> => {
  const { category } = item
  if (item.kind === 'dynamic' && asksNothing(criteria))
    return {
      category,
      criteria: { ...item.content, metadata: { ...item.content.metadata, ...criteria.metadata } },
    }
  return {
    category,
    criteria,
    within: await recordsOf(asking, caller, item),
    withSuppressed: item.kind === 'suppression',
  }
}

const asksNothing = ({ filters, excluded, search }: Criteria): boolean =>
  search === '' && Object.keys(filters).length === 0 && Object.keys(excluded).length === 0
