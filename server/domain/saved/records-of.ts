import { mostListed } from '../../../contract/saved.ts'
import type { Asking, Caller } from './asking.ts'
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
