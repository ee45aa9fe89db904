import { changeEdit, removeEdit } from '../../offline/edits.ts'
import { edit, undo, type Edit, type Local } from '../../offline/outbox.ts'
import type { Entry } from '../../offline/rows.ts'

/** Whether an edit that may have reached the server can be undone by its opposite. */
export const hasOpposite = ({ effect, table }: Entry): boolean =>
  table !== null && effect.do !== 'remove' && effect.do !== 'ask'

/** Whether an edit is certainly not on the server; undoing it leaves no trace. */
export const isLocalOnly = ({ state, attempts, request }: Entry): boolean =>
  state === 'parked' || (attempts === 0 && request === null)

/** Undoes an edit: on this device, or by sending its opposite where it may have arrived. Rejects with StorageError. */
export const takeBack = async (local: Local, entry: Entry): Promise<void> => {
  if (await undo(local, entry.id)) return
  const opposite = await oppositeOf(local, entry)
  if (opposite !== null) await edit(local, opposite)
}

const oppositeOf = async (local: Local, entry: Entry): Promise<Edit | null> => {
  const { kind, table, item, entity, effect } = entry
  if (table === null) return null
  if (effect.do === 'create') return { ...removeEdit(table, item), entity }
  if (effect.do === 'members')
    return { kind, table, item, entity, effect: { ...effect, add: effect.take, take: effect.add } }
  if (effect.do !== 'change') return null
  const row = await local.device.read((tables) => tables[table].get(item))
  return row?.value ? changeEdit(table, item, row.value, effect.before) : null
}
