import type { List, ListChanges } from '../../../contract/saved-work/lists.ts'
import type { InputOf } from '../calls.ts'
import { idsOf } from '../effects.ts'
import { action, entity, parseItem, parseMerge, type Edited } from './entity.ts'
import { describeSaved, nameIn, renewSaved } from './saved.ts'

export const list = entity({
  kind: 'list',
  table: 'lists',
  create: action(
    'createList',
    ({ id, value }: Edited<List>) => {
      const { name, category, kind, shared } = value
      const listKind = kind === 'suppression' ? kind : 'static'
      return { id, name, category, kind: listKind, shared }
    },
    parseItem,
  ),
  change: action(
    'patchList',
    ({ id, baseVersion, value }: Edited<ListChanges>) => ({ id, baseVersion, changes: value }),
    (answer) => parseMerge(answer.list, answer.overruled),
  ),
  remove: action('deleteList', ({ id }) => ({ id })),
  restore: {
    valueOf: renewSaved,
    action: action(
      'restoreList',
      ({ id, extra }: Edited<List, Omit<InputOf<'restoreList'>, 'newId'>>) => ({
        ...extra,
        newId: id,
      }),
      parseItem,
    ),
    extraOf: ({ name }, id) => ({ id, name }),
  },
  noun: 'list',
  describe: describeSaved('list', 'Create'),
  linesOf: (mine, format) => [
    ...nameIn(mine),
    format.count(idsOf(mine).length, 'record', 'records'),
  ],
})
