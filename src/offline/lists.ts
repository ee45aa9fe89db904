import type { List, ListChanges } from '../../contract/saved-work/lists.ts'
import type { Category } from '../../contract/records/records.ts'
import { maxBatch } from '../../contract/saved-work/item.ts'
import { changeEdit, createEdit, moment, removeEdit } from './edits.ts'
import { edit, type Edit, type Local } from './outbox.ts'

export type NewList = {
  name: string
  category: Category
  kind?: 'static' | 'suppression'
  shared?: boolean
  recordIds?: readonly string[]
}

/** Creates a list with its first records and answers its id, once it is on this device. */
export const createList = async (local: Local, list: NewList): Promise<string> => {
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
  await edit(local, createEdit('lists', id, value), ...membersEdits(id, members, []))
  return id
}

export const changeList = (local: Local, seen: List, changes: ListChanges): Promise<void> =>
  edit(local, changeEdit('lists', seen.id, { ...seen }, changes))

export const deleteList = (local: Local, id: string): Promise<void> =>
  edit(local, removeEdit('lists', id))

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

/** Splits a change of members by the contract's limit for one request. */
export const membersEdits = (
  listId: string,
  add: readonly string[],
  take: readonly string[],
): Edit[] => {
  const count = Math.ceil(Math.max(add.length, take.length) / maxBatch)
  return Array.from({ length: count }, (_, index) => {
    const from = index * maxBatch
    return {
      kind: 'members',
      table: 'members',
      item: listId,
      entity: `list:${listId}`,
      effect: {
        do: 'members',
        add: [...new Set(add.slice(from, from + maxBatch))],
        take: [...new Set(take.slice(from, from + maxBatch))],
      },
    }
  })
}
