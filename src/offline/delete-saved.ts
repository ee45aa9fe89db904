import type { List } from '../../contract/saved-work/lists.ts'
import type { SavedSearch } from '../../contract/saved-work/searches.ts'
import { changeEdit, createEdit, removeEdit } from './edits.ts'
import { idsOf } from './effects.ts'
import { membersEdits } from './lists.ts'
import { movePin, pinId } from './pins.ts'
import { edit, enqueueAll, undo, type Edit, type Local } from './outbox.ts'

export type Saved = { of: 'list'; value: List } | { of: 'search'; value: SavedSearch }

/** A deleted list or saved search, with a list's records. `mayBeSynced`: the server has it, or its creation may have arrived. */
export type Deleted = { saved: Saved; ids: readonly string[]; mayBeSynced: boolean }

const tables = { list: 'lists', search: 'searches' } as const

export const deleteSaved = async (local: Local, saved: Saved): Promise<Deleted> => {
  const { id } = saved.value
  const members = await local.device.read((all) => all.members.get(id))
  const mayBeSynced = await enqueueAll(local, [removeEdit(tables[saved.of], id)])
  return { saved, ids: idsOf(members?.value ?? null), mayBeSynced }
}

/** Answers the id: the same one if the deletion was not sent, otherwise a new one. */
export const bringBack = async (local: Local, deleted: Deleted): Promise<string> => {
  const { of, value } = deleted.saved
  const entries = await local.device.read(({ outbox }) =>
    outbox.where('entity').equals(`${of}:${value.id}`).toArray(),
  )
  const deletion = entries.find(({ effect }) => effect.do === 'remove')
  if (deletion && (await undo(local, deletion.id))) {
    await edit(local, ...(await findLostEdits(local, deleted)))
    return value.id
  }
  const id = deleted.mayBeSynced ? local.newId() : value.id
  await edit(local, ...recreateEdits(local, deleted, id))
  const { category } = value
  await movePin(local, pinId({ source: of, sourceId: value.id }), {
    source: of,
    sourceId: id,
    category,
  })
  return id
}

const findLostEdits = async (local: Local, { saved, ids }: Deleted): Promise<Edit[]> => {
  const { of, value } = saved
  const [row, members] = await local.device.read((all) =>
    Promise.all([all[tables[of]].get(value.id), all.members.get(value.id)]),
  )
  const currentIds = new Set(idsOf(members?.value ?? null))
  const wanted = new Set(ids)
  const { name, shared } = value
  const content = saved.of === 'search' ? contentOf(saved.value) : {}
  return [
    changeEdit(tables[of], value.id, row?.value ?? {}, { name, shared, ...content }),
    ...membersEdits(
      value.id,
      ids.filter((id) => !currentIds.has(id)),
      [...currentIds].filter((id) => !wanted.has(id)),
    ),
  ]
}

const recreateEdits = (
  local: Local,
  { saved: { of, value }, ids }: Deleted,
  id: string,
): Edit[] => [
  createEdit(tables[of], id, {
    ...value,
    id,
    isOwner: true,
    ownerId: local.device.userId,
    version: 0,
  }),
  ...membersEdits(id, ids, []),
]

const contentOf = ({
  filters,
  operators,
  excluded,
  metadata,
  search,
  coreAISearchPromptText,
}: SavedSearch) => ({ filters, operators, excluded, metadata, search, coreAISearchPromptText })
