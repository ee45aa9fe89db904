import { tidyCriteria, withoutPosition, type Criteria } from '../../contract/search/criteria.ts'
import type { Category } from '../../contract/records/records.ts'
import type {
  RecentSearch,
  SavedSearch,
  SearchChanges,
} from '../../contract/saved-work/searches.ts'
import { changeEdit, createEdit, moment, removeEdit } from './edits.ts'
import { isEqual } from './effects.ts'
import { edit, undo, type Edit, type Local } from './outbox.ts'

export type NewSearch = {
  name: string
  category: Category
  criteria: Criteria
  shared?: boolean
  coreAISearchPromptText?: string | null
}

export const saveSearch = async (local: Local, search: NewSearch): Promise<string> => {
  const id = local.newId()
  await edit(local, saveSearchEdit(local, id, search))
  return id
}

/** Changes the name, sharing or criteria of a saved search. `seen` is the search as it was on the screen. */
export const changeSearch = (
  local: Local,
  seen: SavedSearch,
  changes: SearchChanges,
): Promise<void> => edit(local, changeEdit('searches', seen.id, { ...seen }, changes))

export const renameSearch = (local: Local, seen: SavedSearch, name: string): Promise<void> =>
  changeSearch(local, seen, { name: name.trim() })

export const updateSearch = (
  local: Local,
  seen: SavedSearch,
  criteria: Criteria,
  prompt: string | null = seen.coreAISearchPromptText,
): Promise<void> =>
  changeSearch(local, seen, { ...toSavedCriteria(criteria), coreAISearchPromptText: prompt })

/** Stores an unsaved search as the newest recent one and answers its id (action 'created', spec 4). */
export const saveRecent = async (
  local: Local,
  category: Category,
  criteria: Criteria,
  rid: string = local.newId(),
): Promise<string> => {
  const now = moment(local)
  const value: RecentSearch = {
    rid,
    category,
    ...toSavedCriteria(criteria),
    createdAt: now,
    updatedAt: now,
  }
  await edit(local, createEdit('recent', rid, value))
  return rid
}

export const updateRecent = (
  local: Local,
  seen: RecentSearch,
  criteria: Criteria,
): Promise<void> => {
  const { category } = seen
  // Each edit holds the whole search: only its owner changes it.
  const fields = { category, ...toSavedCriteria(criteria), updatedAt: moment(local) }
  return edit(local, {
    ...removeEdit('recent', seen.rid),
    effect: { do: 'change', fields, before: {} },
  })
}

export const deleteRecent = (local: Local, rid: string): Promise<void> =>
  edit(local, removeEdit('recent', rid))

/** Restores a recent search that was deleted here; under a new id where the server may have the deletion. */
export const bringBackRecent = async (local: Local, recent: RecentSearch): Promise<void> => {
  const entries = await local.device.read(({ outbox }) =>
    outbox.where('entity').equals(`recent:${recent.rid}`).toArray(),
  )
  const deletion = entries.find(({ effect }) => effect.do === 'remove')
  if (deletion && (await undo(local, deletion.id))) {
    const row = await local.device.read((tables) => tables.recent.get(recent.rid))
    // The deletion dropped its unsent edits.
    if (!isEqual(row?.value, recent)) await updateRecent(local, recent, recent)
    return
  }
  await saveRecent(local, recent.category, recent)
}

/** Saves a recent search under a name, deletes the recent one and answers the new id. */
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
    saveSearchEdit(local, id, { name, category, criteria, coreAISearchPromptText }),
    removeEdit('recent', recent.rid),
  )
  return id
}

/** A new search of the user, which the server has not counted. */
const saveSearchEdit = (local: Local, id: string, search: NewSearch): Edit => {
  const now = moment(local)
  const value: SavedSearch = {
    id,
    kind: 'dynamic',
    name: search.name.trim(),
    category: search.category,
    ...toSavedCriteria(search.criteria),
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
  return createEdit('searches', id, value)
}

/** Criteria as they are saved (spec 5): only AND operators, no empty lists, and no position. */
const toSavedCriteria = (
  criteria: Criteria,
): Pick<SavedSearch, 'filters' | 'operators' | 'excluded' | 'metadata' | 'search'> => {
  const { filters, excluded, operators, search, metadata } = tidyCriteria(criteria)
  const and: SavedSearch['operators'] = {}
  for (const [filter, operator] of Object.entries(operators))
    if (operator === 'AND') and[filter] = operator
  return { filters, excluded, operators: and, search, metadata: withoutPosition(metadata) }
}
