import { entityIn, entityKey, type ItemTable } from './entities/entities.ts'
import { isEqual } from './effects.ts'
import type { Edit, Local } from './outbox.ts'
import type { Fields } from './rows.ts'

export const moment = (local: Pick<Local, 'now'>): string => new Date(local.now()).toISOString()

export const createEdit = (table: ItemTable, id: string, value: object): Edit => ({
  ...removeEdit(table, id),
  effect: { do: 'create', value: { ...value } },
})

export const removeEdit = (table: ItemTable, id: string): Edit => ({
  kind: entityIn(table).kind,
  table,
  item: id,
  entity: entityKey(table, id),
  effect: { do: 'remove' },
})

/** `seen` is the item as it was on the screen. The edit holds the fields that differ, or all where the entity's endpoint takes the whole item. */
export const changeEdit = (table: ItemTable, id: string, seen: Fields, changes: object): Edit => {
  const { wholeOf } = entityIn(table)
  const edit = removeEdit(table, id)
  if (wholeOf) {
    const before = wholeOf(seen)
    const fields = wholeOf({ ...seen, ...changes })
    if (!isEqual(before, fields)) return { ...edit, effect: { do: 'change', fields, before } }
    return { ...edit, effect: { do: 'change', fields: {}, before: {} } }
  }
  const fields: Fields = Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => !isEqual(value, seen[field])),
  )
  const before = Object.fromEntries(Object.keys(fields).map((field) => [field, seen[field]]))
  return { ...edit, effect: { do: 'change', fields, before } }
}
