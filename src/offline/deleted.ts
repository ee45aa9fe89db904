import type { List } from '../../contract/saved-work/lists.ts'
import type { SavedSearch } from '../../contract/saved-work/searches.ts'
import { changing, creating, removing } from './edits.ts'
import { idsOf } from './effects.ts'
import { membersEdits } from './lists.ts'
import { movePin, pinId } from './pins.ts'
import { edit, undo, type Edit, type Local } from './outbox.ts'

/** A list, or a saved search. */
export type Saved = { of: 'list'; value: List } | { of: 'search'; value: SavedSearch }

/** One as it was when it was deleted here, with a list's records; `reached`: the server had heard of it. */
export type Deleted = { saved: Saved; ids: readonly string[]; reached: boolean }

const tables = { list: 'lists', search: 'searches' } as const

/** Deletes a list or saved search; what it answers brings it back. */
export const deleteSaved = async (local: Local, saved: Saved): Promise<Deleted> => {
  const { id } = saved.value
  const [row, members] = await local.device.read((all) =>
    Promise.all([all[tables[saved.of]].get(id), all.members.get(id)]),
  )
  await edit(local, removing(saved.of, tables[saved.of], id))
  const reached = row !== undefined && row.known !== null
  return { saved, ids: idsOf(members?.value ?? null), reached }
}

/**
 * Brings back what was deleted, with its records. Answers its id: its own where the deletion was not sent yet, otherwise a new one,
 * since for the server the old one is gone.
 */
export const bringBack = async (local: Local, deleted: Deleted): Promise<string> => {
  const { of, value } = deleted.saved
  const entries = await local.device.read(({ outbox }) =>
    outbox.where('entity').equals(`${of}:${value.id}`).toArray(),
  )
  const deletion = entries.find(({ effect }) => effect.do === 'remove')
  if (deletion && (await undo(local, deletion.id))) {
    await edit(local, ...(await lost(local, deleted)))
    return value.id
  }
  const id = deleted.reached || entries.length > 0 ? local.newId() : value.id
  await edit(local, ...anew(local, deleted, id))
  const { category } = value
  await movePin(local, pinId({ source: of, sourceId: value.id }), {
    source: of,
    sourceId: id,
    category,
  })
  return id
}

/** What was changed on this device and went with the deletion, to be done again. */
const lost = async (local: Local, { saved, ids }: Deleted): Promise<Edit[]> => {
  const { of, value } = saved
  const [row, members] = await local.device.read((all) =>
    Promise.all([all[tables[of]].get(value.id), all.members.get(value.id)]),
  )
  const held = new Set(idsOf(members?.value ?? null))
  const wanted = new Set(ids)
  const { name, shared } = value
  const content = saved.of === 'search' ? contentOf(saved.value) : {}
  return [
    changing(of, tables[of], value.id, row?.value ?? {}, { name, shared, ...content }),
    ...membersEdits(
      value.id,
      ids.filter((id) => !held.has(id)),
      [...held].filter((id) => !wanted.has(id)),
    ),
  ]
}

const anew = (local: Local, { saved: { of, value }, ids }: Deleted, id: string): Edit[] => [
  creating(of, tables[of], id, {
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
