import type { Tables } from './database.ts'
import { dropRecords, goneFrom } from './records-gone.ts'
import { idsOf, newer } from './effects.ts'
import { editTables, entriesOf, recompute, type Local } from './outbox.ts'
import { itemTables, schema, type Fields, type Item, type ItemTable } from './rows.ts'

/** One item as the server has it now (null: deleted there), or what came into and went out of a list. */
export type Change = { table: ItemTable; item: string; entity: string } & (
  | { value: Fields | null }
  | { added: readonly string[]; removed: readonly string[] }
)

/**
 * One answer of the feed of changes. `reset`: a page of a reading from the beginning; what none of its pages names is not there
 * any more.
 */
export type Page = {
  changes: readonly Change[]
  cursor: string
  more: boolean
  reset: boolean
  /** Records that are no more, wherever they are held. */
  gone?: readonly string[]
}

const cursorKey = 'cursor'
const pulledKey = 'pulledAt'
const roundKey = 'round'

/** Where the feed was read to; null before the first time. */
export const cursorOf = async (local: Local): Promise<string | null> => {
  const row = await local.device.read(({ meta }) => meta.get(cursorKey))
  return typeof row?.value === 'string' ? row.value : null
}

/** When the device last had everything the server had, ms since 1970; null before the first time. */
export const pulledAt = async (tables: Pick<Tables, 'meta'>): Promise<number | null> => {
  const row = await tables.meta.get(pulledKey)
  return typeof row?.value === 'number' ? row.value : null
}

/**
 * Puts one page and its cursor into the store in one transaction; edits that are still here are done again on top. False when the
 * cursor is not `since` any more: another tab was faster, and this page may tell of things that have moved on.
 */
export const applyPage = (local: Local, since: string | null, page: Page): Promise<boolean> =>
  local.device.write([...editTables, 'meta', ...(page.gone ? goneFrom : [])], async (tables) => {
    const held = await tables.meta.get(cursorKey)
    if ((held?.value ?? null) !== since) return false
    if (page.gone) await dropRecords(tables, page.gone)
    const round = await roundOf(tables, page)
    for (const change of page.changes) await take(tables, change, round)
    await tables.meta.put({ key: cursorKey, value: page.cursor })
    if (page.more) return true
    if (page.reset) await sweep(tables, round)
    await tables.meta.put({ key: pulledKey, value: local.now() })
    return true
  })

/** Readings from the beginning are numbered, and every item carries the number of the one that last named it. */
const roundOf = async (tables: Tables, page: Page): Promise<number> => {
  const held = (await tables.meta.get(roundKey))?.value
  const [round, reading] = Array.isArray(held) ? [Number(held[0]), held[1] === true] : [0, false]
  const next = page.reset && !reading ? round + 1 : round
  await tables.meta.put({ key: roundKey, value: [next, page.reset && page.more] })
  return next
}

const take = async (tables: Tables, change: Change, round: number): Promise<void> => {
  const { table, item, entity } = change
  const row = await tables[table].get(item)
  const told = 'value' in change ? change.value : withMembers(row, change, round)
  const known = told === null ? null : newer(row?.known ?? null, told)
  const pending = await entriesOf(tables, table, item, entity)
  if (known === null) return vanished(tables, change, row, pending.length > 0)
  if (pending.length === 0)
    await tables[table].put({ id: item, known, value: known, round, schema })
  else await recompute(tables, change, { known, round })
}

/** Deleted there; what was edited here stays to be seen until the server has said what becomes of the edits. */
const vanished = async (
  tables: Tables,
  { table, item }: { table: ItemTable; item: string },
  row: Item | undefined,
  edited: boolean,
): Promise<void> => {
  if (edited && row) {
    await tables[table].put({ ...row, gone: true })
    return
  }
  await tables[table].delete(item)
  if (table === 'lists') await tables.members.delete(item)
}

const withMembers = (
  row: Item | undefined,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
  round: number,
): Fields => {
  const ids = new Set(row?.round === round ? idsOf(row.known) : [])
  for (const id of removed) ids.delete(id)
  for (const id of added) ids.add(id)
  return { ids: [...ids] }
}

/** After a reading from the beginning: what it did not name is not there. */
const sweep = async (tables: Tables, round: number): Promise<void> => {
  for (const table of itemTables) {
    const rows = await tables[table].toArray()
    for (const row of rows)
      if (row.known !== null && row.round !== round) {
        const edited = (await tables.outbox.toArray()).some(
          (entry) => entry.table === table && entry.item === row.id,
        )
        await vanished(tables, { table, item: row.id }, row, edited)
      }
  }
}
