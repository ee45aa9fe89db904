import { changing, removing } from '../../offline/edits.ts'
import { edit, undo, type Edit, type Local } from '../../offline/outbox.ts'
import type { Entry } from '../../offline/rows.ts'

/** Whether an edit can be taken back once it may have reached the server: then its opposite is sent after it. */
export const hasOpposite = ({ effect, table }: Entry): boolean =>
  table !== null && effect.do !== 'remove' && effect.do !== 'ask'

/** Certainly not on the server: it leaves no trace when it is taken back. */
export const isOnlyHere = ({ state, attempts, request }: Entry): boolean =>
  state === 'parked' || (attempts === 0 && request === null)

/** Takes an edit back: off this device, or by its opposite where it may have arrived. Rejects with StorageTrouble. */
export const takeBack = async (local: Local, entry: Entry): Promise<void> => {
  if (await undo(local, entry.id)) return
  const opposite = await oppositeOf(local, entry)
  if (opposite !== null) await edit(local, opposite)
}

const oppositeOf = async (local: Local, entry: Entry): Promise<Edit | null> => {
  const { kind, table, item, entity, effect } = entry
  if (table === null) return null
  if (effect.do === 'create') return { ...removing(baseOf(kind), table, item), entity }
  if (effect.do === 'members')
    return { kind, table, item, entity, effect: { ...effect, add: effect.take, take: effect.add } }
  if (effect.do !== 'change') return null
  const row = await local.device.read((tables) => tables[table].get(item))
  return row?.value ? changing(kind, table, item, row.value, effect.before) : null
}

/** What was restored is deleted like any other. */
const baseOf = (kind: string): string => kind.replace(/-restored$/, '')
