import { entityIn, restoredKind } from './entities/entities.ts'
import { changeEdit, createEdit } from './edits.ts'
import { idsOf } from './effects.ts'
import { membersEdits } from './lists.ts'
import { edit, type Edit, type Local } from './outbox.ts'
import { movePin, pinId } from './pins.ts'
import type { Conflict, Fields } from './rows.ts'

/** Restores the deleted item with these edits under a new id, which it answers, and its offline copy. The server adds a list's records. */
export const restoreAsNew = async (
  local: Local,
  conflict: Conflict,
): Promise<{ id: string; hasCopy: boolean }> => {
  const id = local.newId()
  await edit(local, ...restoreEdits(id, conflict))
  const hasCopy = await moveCopy(local, conflict, id)
  await removeConflict(local, conflict.id)
  return { id, hasCopy }
}

const moveCopy = async (local: Local, { table, item }: Conflict, id: string): Promise<boolean> => {
  if (table !== 'lists' && table !== 'members' && table !== 'searches') return false
  const source = table === 'searches' ? 'search' : 'list'
  const from = pinId({ source, sourceId: item })
  const pin = await local.device.read(({ pins }) => pins.get(from))
  if (pin === undefined) return false
  await movePin(local, from, { source, sourceId: id, category: pin.category })
  return true
}

export const discard = (local: Local, conflictId: string): Promise<void> =>
  removeConflict(local, conflictId)

export const takeTheirs = async (local: Local, conflict: Conflict): Promise<void> => {
  const row = await local.device.read((tables) => tables[conflict.table].get(conflict.item))
  if (conflict.field !== null && row?.value)
    await edit(local, ...putBackEdits(conflict, row.value, conflict.field))
  await removeConflict(local, conflict.id)
}

const restoreEdits = (id: string, conflict: Conflict): Edit[] => {
  // A list's members are restored with the list.
  const table = conflict.table === 'members' ? 'lists' : conflict.table
  const { kind, restore } = entityIn(table)
  if (!restore) return []
  const mine = conflict.mine ?? {}
  const creation = createEdit(table, id, restore.valueOf(mine, id))
  if (!restore.action) return [creation]
  const restoration = {
    ...creation,
    kind: restoredKind(kind),
    extra: restore.extraOf?.(mine, conflict.item) ?? {},
  }
  return table === 'lists' ? [restoration, ...membersEdits(id, idsOf(mine), [])] : [restoration]
}

const putBackEdits = ({ table, item, theirs }: Conflict, value: Fields, path: string): Edit[] => {
  // An earlier version of the app left conflicts of recent searches.
  if (entityIn(table).isMerged === false) return []
  const at = path.indexOf('/')
  const [field, key] = at === -1 ? [path, null] : [path.slice(0, at), path.slice(at + 1)]
  const current = value[field]
  const whole =
    key === null || typeof current !== 'object' || current === null
      ? theirs
      : Object.fromEntries(
          Object.entries({ ...current, [key]: theirs ?? undefined }).filter(
            ([, part]) => part !== undefined,
          ),
        )
  return [changeEdit(table, item, value, { [field]: whole })]
}

const removeConflict = (local: Local, conflictId: string): Promise<void> =>
  local.device.write(['conflicts'], ({ conflicts }) => conflicts.delete(conflictId))
