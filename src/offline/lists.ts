import type { List, ListChanges } from '../../contract/saved-work/lists.ts'
import type { Category } from '../../contract/records/records.ts'
import { mostInBatch } from '../../contract/saved-work/item.ts'
import { changing, creating, moment, removing } from './edits.ts'
import { edit, type Edit, type Local } from './outbox.ts'

export type ListToMake = {
  name: string
  category: Category
  kind?: 'static' | 'suppression'
  shared?: boolean
  recordIds?: readonly string[]
}

/** Makes a list, with its first records where they are given; answers its id. It is on this device when this resolves. */
export const createList = async (local: Local, list: ListToMake): Promise<string> => {
  const id = local.newId()
  const now = moment(local)
  const value: List = {
    id,
    kind: list.kind ?? 'static',
    name: list.name.trim(),
    category: list.category,
    isOwner: true,
    ownerId: local.device.userId,
    shared: list.kind === 'suppression' || (list.shared ?? false),
    version: 0,
    count: null,
    newSince: null,
    createdAt: now,
    updatedAt: now,
  }
  const members = list.recordIds ?? []
  await edit(local, creating('list', 'lists', id, value), ...membersEdits(id, members, []))
  return id
}

export const changeList = (local: Local, seen: List, changes: ListChanges): Promise<void> =>
  edit(local, changing('list', 'lists', seen.id, { ...seen }, changes))

export const renameList = (local: Local, seen: List, name: string): Promise<void> =>
  changeList(local, seen, { name: name.trim() })

export const deleteList = (local: Local, id: string): Promise<void> =>
  edit(local, removing('list', 'lists', id))

/** Adds records to a list; what is there already stays once. */
export const addToList = (
  local: Local,
  listId: string,
  recordIds: readonly string[],
): Promise<void> => edit(local, ...membersEdits(listId, recordIds, []))

export const removeFromList = (
  local: Local,
  listId: string,
  recordIds: readonly string[],
): Promise<void> => edit(local, ...membersEdits(listId, [], recordIds))

/** As many edits as the contract's limit of one call asks for. */
export const membersEdits = (
  listId: string,
  add: readonly string[],
  take: readonly string[],
): Edit[] => {
  const count = Math.ceil(Math.max(add.length, take.length) / mostInBatch)
  return Array.from({ length: count }, (_, index) => {
    const from = index * mostInBatch
    return {
      kind: 'members',
      table: 'members',
      item: listId,
      entity: `list:${listId}`,
      effect: {
        do: 'members',
        add: [...new Set(add.slice(from, from + mostInBatch))],
        take: [...new Set(take.slice(from, from + mostInBatch))],
      },
    }
  })
}
