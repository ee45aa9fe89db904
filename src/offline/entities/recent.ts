import type { RecentSearch } from '../../../contract/saved-work/searches.ts'
import { action, entity, type Edited } from './entity.ts'
import { criteriaOf } from './saved.ts'

/** A search that was not saved. An edit of one holds the whole search (`updateRecent`). */
export const recent = entity({
  kind: 'recent',
  table: 'recent',
  isMerged: false,
  isBackground: true,
  create: action('newRecent', ({ id, value }: Edited<RecentSearch>) => ({
    rid: id,
    category: value.category,
    ...criteriaOf(value),
  })),
  change: action('updateRecent', ({ id, value }: Edited<RecentSearch>) => ({
    id,
    category: value.category,
    ...criteriaOf(value),
  })),
  remove: action('deleteRecent', ({ id }) => ({ id })),
  restore: { valueOf: (mine, id) => ({ ...mine, rid: id }) },
  noun: 'recent search',
  titleOf: () => 'a recent search',
  describe: ({ effect }) =>
    effect.do === 'remove' ? 'Delete a recent search' : 'Save a recent search',
})
