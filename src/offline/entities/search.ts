import type { SavedSearch, SearchChanges } from '../../../contract/saved-work/searches.ts'
import type { InputOf } from '../calls.ts'
import { action, entity, parseItem, parseMerge, type Edited } from './entity.ts'
import { criteriaOf, describeSaved, nameIn, renewSaved } from './saved.ts'

export const search = entity({
  kind: 'search',
  table: 'searches',
  create: action(
    'saveSearch',
    ({ id, value }: Edited<SavedSearch>) => {
      const { name, category, shared, coreAISearchPromptText } = value
      return { id, name, category, shared, coreAISearchPromptText, ...criteriaOf(value) }
    },
    parseItem,
  ),
  change: action(
    'patchSearch',
    ({ id, baseVersion, value }: Edited<SearchChanges>) => ({ id, baseVersion, changes: value }),
    (answer) => parseMerge(answer.search, answer.overruled),
  ),
  remove: action('deleteSearch', ({ id }) => ({ id })),
  restore: {
    valueOf: renewSaved,
    action: action(
      'restoreSearch',
      ({ id, extra }: Edited<SavedSearch, Omit<InputOf<'restoreSearch'>, 'newId'>>) => ({
        ...extra,
        newId: id,
      }),
      parseItem,
    ),
    extraOf: (mine, id) => {
      const { name, filters, operators, excluded, metadata, coreAISearchPromptText } = mine
      const criteria = { filters, operators, excluded, metadata, search: mine.search }
      return { id, changes: { name, ...criteria, coreAISearchPromptText } }
    },
  },
  noun: 'search',
  describe: describeSaved('search', 'Save'),
  linesOf: (mine, format) => {
    const criteria = format.criteria(mine)
    return [...nameIn(mine), ...(criteria === null ? [] : [criteria])]
  },
})
