import type { Device, NewEntry, Tables } from './database.ts'
import { applyEffect, compactEffects, applyEntries, isEqual, versionOf } from './effects.ts'
import { itemTables, type ItemTable } from './entities/entities.ts'
import { schema, type Effect, type Entry, type Fields, type Item } from './rows.ts'

/** What edits need: the device, the clock (ms since 1970) and a maker of ids (UUIDv7). */
export type Local = { device: Device; now: () => number; newId: () => string }

export const editTables = [...itemTables, 'outbox', 'conflicts'] as const

export type Edit = {
  kind: string
  entity: string
  table: ItemTable | null
  item: string
  effect: Effect
  extra?: Fields
  estimate?: number | null
}

/**
 * Needs the caller's transaction over `editTables`. An unsent or refused edit of the same item absorbs the next. Answers null
 * where nothing is left to send.
 */
export const enqueue = async (
  tables: Tables,
  edit: Edit,
  stamp: { id: string; at: number },
): Promise<string | null> => {
  const all = await tables.outbox.where('entity').equals(edit.entity).sortBy('seq')
  if (edit.effect.do === 'remove') {
    const left = await dropUnsent(tables, all)
    if (all[0]?.effect.do === 'create' && !left.includes(all[0])) return null
    all.splice(0, all.length, ...left)
  }
  const row = edit.table === null ? undefined : await tables[edit.table].get(edit.item)
  if (edit.effect.do === 'change') {
    // Another tab deleted the item, or nothing differs.
    if ((row?.value ?? null) === null || Object.keys(edit.effect.fields).length === 0) return null
  }
  if (edit.table !== null)
    await putItem(tables, edit.table, {
      id: edit.item,
      known: row?.known ?? null,
      value: applyEffect(row?.value ?? null, edit.effect),
      ...marks(row),
    })
  const last = all.at(-1)
  const fresh: NewEntry = {
    id: stamp.id,
    kind: edit.kind,
    entity: edit.entity,
    table: edit.table,
    item: edit.item,
    effect: edit.effect,
    extra: edit.extra ?? {},
    base: versionOf(row?.known ?? null),
    at: stamp.at,
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
    const combined = compactEffects(last.effect, edit.effect)
    if (combined !== null) {
      // The server answered a refused request for good, so the combined edit needs another key.
      await tables.outbox.put({ ...fresh, seq: last.seq, effect: combined, base: last.base })
      return stamp.id
    }
  }
  await tables.outbox.add(fresh)
  return stamp.id
}

/** Makes edits in one transaction: all of them are on the disk, or it rejects with StorageError. */
export const edit = async (local: Local, ...edits: readonly Edit[]): Promise<void> => {
  await enqueueAll(local, edits)
}

/** As `edit`. Answers whether something is left to send. */
export const enqueueAll = (local: Local, edits: readonly Edit[]): Promise<boolean> => {
  const at = local.now()
  const ids = edits.map(() => local.newId())
  return local.device.write(editTables, async (tables) => {
    let isQueued = false
    for (const [index, each] of edits.entries()) {
      const entryId = await enqueue(tables, each, { id: ids[index] ?? local.newId(), at })
      isQueued ||= entryId !== null
    }
    return isQueued
  })
}

/** A deletion drops the unsent edits of its item; answers those that may still arrive at the server. */
const dropUnsent = async (tables: Tables, entries: readonly Entry[]): Promise<Entry[]> => {
  const dropped = entries.filter(isLocalOnly)
  await tables.outbox.bulkDelete(dropped.map(({ seq }) => seq))
  const others = dropped.filter(({ table, item }) => table !== null && item !== '')
  for (const entry of others) await recompute(tables, entry)
  return entries.filter((entry) => !dropped.includes(entry))
}

/** Never sent, or refused for good: certainly not on the server. */
const isLocalOnly = (entry: Entry): boolean =>
  entry.state === 'parked' ||
  (entry.state === 'waiting' && entry.attempts === 0 && entry.request === null)

const mayTakeIn = (last: Entry, edit: Edit): boolean =>
  last.kind === edit.kind &&
  last.item === edit.item &&
  last.table === edit.table &&
  edit.table !== null &&
  isEqual(last.extra, edit.extra ?? {}) &&
  isLocalOnly(last)

/** Recomputes an item: the server's value with the queued edits on top. Deletes the row where neither exists. */
export const recompute = async (
  tables: Tables,
  of: { table: ItemTable | null; item: string; entity: string },
  received?: { known: Fields | null; round?: number },
): Promise<void> => {
  if (of.table === null) return
  const row = await tables[of.table].get(of.item)
  const entries = await entriesOf(tables, of.table, of.item, of.entity)
  const isDeleted = !received && row?.isDeleted === true
  const known = received
    ? received.known
    : isDeleted && entries.length === 0
      ? null
      : (row?.known ?? null)
  const value = applyEntries(known, entries)
  if (known === null && value === null && entries.length === 0)
    await tables[of.table].delete(of.item)
  else
    await putItem(tables, of.table, {
      id: of.item,
      known,
      value,
      ...marks({ isDeleted, round: received?.round ?? row?.round }),
    })
}

export const entriesOf = async (
  tables: Tables,
  table: ItemTable,
  item: string,
  entity: string,
): Promise<Entry[]> =>
  (await tables.outbox.where('entity').equals(entity).sortBy('seq')).filter(
    (entry) => entry.table === table && entry.item === item,
  )

const marks = (
  row: { isDeleted?: boolean | undefined; round?: number | undefined } | undefined,
) => ({
  ...(row?.isDeleted === true ? { isDeleted: true } : {}),
  ...(row?.round === undefined ? {} : { round: row.round }),
})

const putItem = (tables: Tables, table: ItemTable, item: Omit<Item, 'schema'>) =>
  tables[table].put({ ...item, schema })

/** Sends a parked edit again, with `changes`, under a new key: the server answered its last request for good. */
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

/** Undoes an edit. False where it may have reached the server: then only a new edit can undo it. */
export const undo = (local: Local, entryId: string): Promise<boolean> =>
  local.device.write(editTables, async (tables) => {
    const entry = await tables.outbox.get({ id: entryId })
    if (!entry || !isLocalOnly(entry)) return false
    const dropped =
      entry.effect.do === 'create'
        ? // Later edits of an item that is never created go too.
          await tables.outbox.where('entity').equals(entry.entity).toArray()
        : [entry]
    await tables.outbox.bulkDelete(dropped.map(({ seq }) => seq))
    for (const each of dropped) await recompute(tables, each)
    return true
  })

export type ItemState = 'sent' | 'on this device' | 'sending' | 'needs attention'

/** The states by entity; an entity without unsent edits is 'sent' and has no entry. */
export const statesOf = (entries: readonly Entry[]): Map<string, ItemState> => {
  const states = new Map<string, ItemState>()
  for (const entry of entries) {
    const state = stateByEntry[entry.state]
    const current = states.get(entry.entity)
    if (current === undefined || weight[state] > weight[current]) states.set(entry.entity, state)
  }
  return states
}

const stateByEntry = {
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
