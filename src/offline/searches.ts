import { tidied, type Criteria } from '../../contract/search/criteria.ts'
import type { Category } from '../../contract/records/records.ts'
import type {
  RecentSearch,
  SavedSearch,
  SearchChanges,
} from '../../contract/saved-work/searches.ts'
import { changing, creating, moment, removing } from './edits.ts'
import { same } from './effects.ts'
import { edit, undo, type Edit, type Local } from './outbox.ts'

/** What a search is saved with. */
export type SearchToSave = {
  name: string
  category: Category
  criteria: Criteria
  shared?: boolean
  coreAISearchPromptText?: string | null
}

/** Saves a search; answers its id. It is on this device when this resolves. */
export const saveSearch = async (local: Local, search: SearchToSave): Promise<string> => {
  const id = local.newId()
  await edit(local, saving(local, id, search))
  return id
}

/** Changes fields of a saved search: name, shared, or any part of its criteria. `seen` is the search as it was on the screen. */
export const changeSearch = (
  local: Local,
  seen: SavedSearch,
  changes: SearchChanges,
): Promise<void> => edit(local, changing('search', 'searches', seen.id, { ...seen }, changes))

export const renameSearch = (local: Local, seen: SavedSearch, name: string): Promise<void> =>
  changeSearch(local, seen, { name: name.trim() })

/** Replaces the criteria of a saved search by those on the screen, and the words they were told in. */
export const updateSearch = (
  local: Local,
  seen: SavedSearch,
  criteria: Criteria,
  prompt: string | null = seen.coreAISearchPromptText,
): Promise<void> =>
  changeSearch(local, seen, { ...keptCriteria(criteria), coreAISearchPromptText: prompt })

export const deleteSearch = (local: Local, id: string): Promise<void> =>
  edit(local, removing('search', 'searches', id))

/** Keeps a search that was not saved, as the newest of the recent ones; answers its id (action 'created', spec 4). */
export const keepRecent = async (
  local: Local,
  category: Category,
  criteria: Criteria,
  rid: string = local.newId(),
): Promise<string> => {
  const now = moment(local)
  const value: RecentSearch = {
    rid,
    category,
    ...keptCriteria(criteria),
    createdAt: now,
    updatedAt: now,
  }
  await edit(local, creating('recent', 'recent', rid, value))
  return rid
}

/** Keeps the recent search as it is now (action 'updated'). */
export const updateRecent = (
  local: Local,
  seen: RecentSearch,
  criteria: Criteria,
): Promise<void> => {
  const { category } = seen
  // The whole search each time: of a recent one nobody else changes a part.
  const fields = { category, ...keptCriteria(criteria), updatedAt: moment(local) }
  return edit(local, {
    ...removing('recent', 'recent', seen.rid),
    effect: { do: 'change', fields, before: {} },
  })
}

export const deleteRecent = (local: Local, rid: string): Promise<void> =>
  edit(local, removing('recent', 'recent', rid))

/** Brings back a recent search that was deleted here, as it was; where the server has been told already, under a new id. */
export const bringBackRecent = async (local: Local, recent: RecentSearch): Promise<void> => {
  const entries = await local.device.read(({ outbox }) =>
    outbox.where('entity').equals(`recent:${recent.rid}`).toArray(),
  )
  const deletion = entries.find(({ effect }) => effect.do === 'remove')
  if (deletion && (await undo(local, deletion.id))) {
    const row = await local.device.read((tables) => tables.recent.get(recent.rid))
    // What was never sent of it went with the deletion.
    if (!same(row?.value, recent)) await updateRecent(local, recent, recent)
    return
  }
  await keepRecent(local, recent.category, recent)
}

/** Saves a recent search under a name; the recent one goes. Answers the saved one's id. */
export const convertRecent = async (
  local: Local,
  recent: RecentSearch,
  name: string,
  coreAISearchPromptText: string | null = null,
): Promise<string> => {
  const id = local.newId()
  const { category, ...criteria } = recent
  await edit(
    local,
    saving(local, id, { name, category, criteria, coreAISearchPromptText }),
    removing('recent', 'recent', recent.rid),
  )
  return id
}

/** What others need to know of a search that only this device has: their own, new, nothing counted. */
const saving = (local: Local, id: string, search: SearchToSave): Edit => {
  const now = moment(local)
  const value: SavedSearch = {
    id,
    kind: 'dynamic',
    name: search.name.trim(),
    category: search.category,
    ...keptCriteria(search.criteria),
    coreAISearchPromptText: search.coreAISearchPromptText ?? null,
    isOwner: true,
    ownerId: local.device.userId,
    shared: search.shared ?? false,
    version: 0,
    count: null,
    newSince: null,
    createdAt: now,
    updatedAt: now,
  }
  return creating('search', 'searches', id, value)
}

/** Criteria as they are kept (spec 5): operators only where AND, no empty lists, and not where a person stood. */
const keptCriteria = (
  criteria: Criteria,
): Pick<SavedSearch, 'filters' | 'operators' | 'excluded' | 'metadata' | 'search'> => {
  const { filters, excluded, operators, search, metadata } = tidied(criteria)
  const { near: _, ...kept } = metadata
  const and: SavedSearch['operators'] = {}
  for (const [filter, operator] of Object.entries(operators))
    if (operator === 'AND') and[filter] = operator
  return { filters, excluded, operators: and, search, metadata: kept }
}
