import type { Device, NewEntry, Tables } from './database.ts'
import { applied, compacted, rebased, same, versionOf } from './effects.ts'
import {
  itemTables,
  schema,
  type Effect,
  type Entry,
  type Fields,
  type Item,
  type ItemTable,
} from './rows.ts'

/** What an edit is made with: the device, the clock (ms since 1970) and a maker of ids (UUIDv7). */
export type Local = { device: Device; now: () => number; newId: () => string }

/** The tables every edit's transaction spans. */
export const editTables = [...itemTables, 'outbox', 'conflicts'] as const

export type Edit = {
  /** One of `kinds.ts`. */
  kind: string
  entity: string
  table: ItemTable | null
  item: string
  effect: Effect
  extra?: Fields
  estimate?: number | null
}

/**
 * Changes the item and puts the edit into the outbox, inside the caller's transaction over `editTables`. An edit that was never
 * sent, or was refused, takes the next one of the same item in. Answers the entry's id, or null where nothing is left to send.
 */
export const enqueue = async (
  tables: Tables,
  edit: Edit,
  made: { id: string; at: number },
): Promise<string | null> => {
  const all = await tables.outbox.where('entity').equals(edit.entity).sortBy('seq')
  if (edit.effect.do === 'remove') {
    const left = await dropUnsent(tables, all)
    if (all[0]?.effect.do === 'create' && !left.includes(all[0])) return null
    all.splice(0, all.length, ...left)
  }
  const row = edit.table === null ? undefined : await tables[edit.table].get(edit.item)
  if (edit.effect.do === 'change') {
    // Deleted in another tab a moment ago, or the same as before: there is nothing to change.
    if ((row?.value ?? null) === null || Object.keys(edit.effect.fields).length === 0) return null
  }
  if (edit.table !== null)
    await putItem(tables, edit.table, {
      id: edit.item,
      known: row?.known ?? null,
      value: applied(row?.value ?? null, edit.effect),
      ...marks(row),
    })
  const last = all.at(-1)
  const fresh: NewEntry = {
    id: made.id,
    kind: edit.kind,
    entity: edit.entity,
    table: edit.table,
    item: edit.item,
    effect: edit.effect,
    extra: edit.extra ?? {},
    base: versionOf(row?.known ?? null),
    at: made.at,
    attempts: 0,
    failures: 0,
    nextAt: 0,
    state: 'waiting',
    since: 0,
    request: null,
    problem: null,
    estimate: edit.estimate ?? null,
    schema,
  }
  if (last && mayTakeIn(last, edit)) {
    const one = compacted(last.effect, edit.effect)
    if (one !== null) {
      // A refused request was answered for good: what it becomes now is another one, under another key.
      await tables.outbox.put({ ...fresh, seq: last.seq, effect: one, base: last.base })
      return made.id
    }
  }
  await tables.outbox.add(fresh)
  return made.id
}

/** Makes edits in one transaction: all of them are on the disk when it resolves, or none and it rejects with StorageTrouble. */
export const edit = (local: Local, ...edits: readonly Edit[]): Promise<void> => {
  const at = local.now()
  const ids = edits.map(() => local.newId())
  return local.device.write(editTables, async (tables) => {
    for (const [index, each] of edits.entries())
      await enqueue(tables, each, { id: ids[index] ?? local.newId(), at })
  })
}

/** What is deleted needs none of the edits that were never sent; answers those that were and may still arrive. */
const dropUnsent = async (tables: Tables, entries: readonly Entry[]): Promise<Entry[]> => {
  const dropped = entries.filter(isHere)
  await tables.outbox.bulkDelete(dropped.map(({ seq }) => seq))
  const others = dropped.filter(({ table, item }) => table !== null && item !== '')
  for (const entry of others) await recompute(tables, entry)
  return entries.filter((entry) => !dropped.includes(entry))
}

/** Certainly not on the server: never sent, or refused for good. */
const isHere = (entry: Entry): boolean =>
  entry.state === 'parked' ||
  (entry.state === 'waiting' && entry.attempts === 0 && entry.request === null)

const mayTakeIn = (last: Entry, edit: Edit): boolean =>
  last.kind === edit.kind &&
  last.item === edit.item &&
  last.table === edit.table &&
  edit.table !== null &&
  same(last.extra, edit.extra ?? {}) &&
  isHere(last)

/** Shows the item as the server knows it with what is still in the outbox on top; forgets it where neither has it. */
export const recompute = async (
  tables: Tables,
  of: { table: ItemTable | null; item: string; entity: string },
  told?: { known: Fields | null; round?: number },
): Promise<void> => {
  if (of.table === null) return
  const row = await tables[of.table].get(of.item)
  const entries = await entriesOf(tables, of.table, of.item, of.entity)
  const gone = !told && row?.gone === true
  const known = told ? told.known : gone && entries.length === 0 ? null : (row?.known ?? null)
  const value = rebased(known, entries)
  if (known === null && value === null && entries.length === 0)
    await tables[of.table].delete(of.item)
  else
    await putItem(tables, of.table, {
      id: of.item,
      known,
      value,
      ...marks({ gone, round: told?.round ?? row?.round }),
    })
}

/** The edits of one item that are still here, in order. */
export const entriesOf = async (
  tables: Tables,
  table: ItemTable,
  item: string,
  entity: string,
): Promise<Entry[]> =>
  (await tables.outbox.where('entity').equals(entity).sortBy('seq')).filter(
    (entry) => entry.table === table && entry.item === item,
  )

const marks = (row: { gone?: boolean | undefined; round?: number | undefined } | undefined) => ({
  ...(row?.gone === true ? { gone: true } : {}),
  ...(row?.round === undefined ? {} : { round: row.round }),
})

const putItem = (tables: Tables, table: ItemTable, item: Omit<Item, 'schema'>) =>
  tables[table].put({ ...item, schema })

/** Sends a parked edit again: under a new key, since its last request was answered for good. `changes` are what is said otherwise. */
export const retry = (
  local: Local,
  entryId: string,
  changes: Partial<Pick<Entry, 'extra' | 'estimate'>> = {},
): Promise<void> => {
  const id = local.newId()
  return local.device.write(['outbox'], async ({ outbox }) => {
    const entry = await outbox.get({ id: entryId })
    if (entry?.state !== 'parked') return
    await outbox.put({
      ...entry,
      ...changes,
      id,
      state: 'waiting',
      attempts: 0,
      failures: 0,
      nextAt: 0,
      request: null,
      problem: null,
    })
  })
}

/** Takes an edit back. False when it may have reached the server already: then only a new edit can undo it. */
export const undo = (local: Local, entryId: string): Promise<boolean> =>
  local.device.write(editTables, async (tables) => {
    const entry = await tables.outbox.get({ id: entryId })
    if (!entry || !isHere(entry)) return false
    const dropped =
      entry.effect.do === 'create'
        ? // What was done to a thing that will not be made has nothing to be done to.
          await tables.outbox.where('entity').equals(entry.entity).toArray()
        : [entry]
    await tables.outbox.bulkDelete(dropped.map(({ seq }) => seq))
    for (const one of dropped) await recompute(tables, one)
    return true
  })

/** How far an item's edits are, for its row on a screen. */
export type ItemState = 'sent' | 'on this device' | 'sending' | 'needs attention'

/** The state of every entity that has unsent edits; whatever is not in it is sent. */
export const statesOf = (entries: readonly Entry[]): Map<string, ItemState> => {
  const states = new Map<string, ItemState>()
  for (const entry of entries) {
    const state = wordOf[entry.state]
    const held = states.get(entry.entity)
    if (held === undefined || weight[state] > weight[held]) states.set(entry.entity, state)
  }
  return states
}

const wordOf = {
  waiting: 'on this device',
  sending: 'sending',
  parked: 'needs attention',
} as const satisfies Record<Entry['state'], ItemState>
const weight: Record<ItemState, number> = {
  sent: 0,
  sending: 1,
  'on this device': 2,
  'needs attention': 3,
}
