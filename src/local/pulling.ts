import type { Tables } from './database.ts'
import { newer } from './effects.ts'
import { editTables, entriesOf, recompute, type Local } from './outbox.ts'
import { schema, type Fields, type ItemTable } from './rows.ts'

/** One item as the server has it now; null: deleted there. */
export type Change = { table: ItemTable; item: string; entity: string; value: Fields | null }

/** One answer of the feed of changes. `whole`: this is everything there is, what it does not name is not there. */
export type Page = { changes: readonly Change[]; cursor: string; more: boolean; whole?: boolean }

const cursorKey = 'cursor'
const pulledKey = 'pulledAt'

/** Where the feed was read to; null before the first time. */
export const cursorOf = async (local: Local): Promise<string | null> => {
  const row = await local.device.read(({ meta }) => meta.get(cursorKey))
  return typeof row?.value === 'string' ? row.value : null
}

/** When the device last agreed with the server, ms since 1970; null before the first time. */
export const pulledAt = async (tables: Tables): Promise<number | null> => {
  const row = await tables.meta.get(pulledKey)
  return typeof row?.value === 'number' ? row.value : null
}

/**
 * Puts one page and its cursor into the store in one transaction; edits that are still here are done again on top. False when the
 * cursor is not `since` any more: another tab was faster, and this page may tell of things that have moved on.
 */
export const applyPage = (local: Local, since: string | null, page: Page): Promise<boolean> =>
  local.device.write([...editTables, 'meta'], async (tables) => {
    const held = await tables.meta.get(cursorKey)
    if ((held?.value ?? null) !== since) return false
    for (const change of page.changes) await take(tables, change)
    await tables.meta.put({ key: cursorKey, value: page.cursor })
    if (!page.more) await tables.meta.put({ key: pulledKey, value: local.now() })
    return true
  })

const take = async (tables: Tables, change: Change): Promise<void> => {
  const { table, item, entity, value } = change
  const row = await tables[table].get(item)
  const pending = await entriesOf(tables, table, item, entity)
  if (pending.length === 0) {
    const known = value === null ? null : newer(row?.known ?? null, value)
    if (known === null) await tables[table].delete(item)
    else await tables[table].put({ id: item, known, value: known, schema })
    if (known === null && table === 'lists') await tables.members.delete(item)
    return
  }
  if (value === null && row && pending.some(({ effect }) => effect.do !== 'remove')) {
    await tables[table].put({ ...row, gone: true })
    return
  }
  await recompute(tables, change, {
    known: value === null ? null : newer(row?.known ?? null, value),
  })
}
