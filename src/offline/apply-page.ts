import type { Tables } from './database.ts'
import { dropRecords, recordTables } from './remove-records.ts'
import { idsOf, newerOf } from './effects.ts'
import { editTables, entriesOf, recompute, type Local } from './outbox.ts'
import { itemTables, type ItemTable } from './entities/entities.ts'
import { schema, type Fields, type Item } from './rows.ts'

/** One item as the server has it (null: deleted), or the members that were added to and removed from a list. */
export type Change = { table: ItemTable; item: string; entity: string } & (
  | { value: Fields | null }
  | { added: readonly string[]; removed: readonly string[] }
)

/** `reset`: the page belongs to a reading from the beginning; items that none of its pages names are deleted. */
export type Page = {
  changes: readonly Change[]
  cursor: string
  more: boolean
  reset: boolean
  removedRecordIds?: readonly string[]
}

const cursorKey = 'cursor'
const answeredKey = 'answered'
const pulledKey = 'pulledAt'
const roundKey = 'round'

/** Where a pull starts: the cursor of the change feed, null before the first page, and how many edits the server has answered. */
export type PullStart = { cursor: string | null; answered: number }

export const readPullStart = (local: Local): Promise<PullStart> =>
  local.device.read(({ meta }) => pullStartIn(meta))

const pullStartIn = async (meta: Tables['meta']): Promise<PullStart> => {
  const cursor = (await meta.get(cursorKey))?.value
  const answered = (await meta.get(answeredKey))?.value
  return {
    cursor: typeof cursor === 'string' ? cursor : null,
    answered: typeof answered === 'number' ? answered : 0,
  }
}

/** The server has answered an edit: a page that was requested before is stale, since it may lack the edit. */
export const countAnswer = async ({ meta }: Pick<Tables, 'meta'>): Promise<void> => {
  const { answered } = await pullStartIn(meta)
  await meta.put({ key: answeredKey, value: answered + 1 })
}

/** When the device last had everything the server had, ms since 1970; null before the first sync. */
export const pulledAt = async (tables: Pick<Tables, 'meta'>): Promise<number | null> => {
  const row = await tables.meta.get(pulledKey)
  return typeof row?.value === 'number' ? row.value : null
}

/** False where the page is stale: since `start` another tab applied a page, or the server answered an edit. */
export const applyPage = (local: Local, start: PullStart, page: Page): Promise<boolean> =>
  local.device.write(
    [...editTables, 'meta', ...(page.removedRecordIds ? recordTables : [])],
    async (tables) => {
      const now = await pullStartIn(tables.meta)
      if (now.cursor !== start.cursor || now.answered !== start.answered) return false
      if (page.removedRecordIds) await dropRecords(tables, page.removedRecordIds)
      const round = await roundOf(tables, page)
      for (const change of page.changes) await applyItemChange(tables, change, round)
      await tables.meta.put({ key: cursorKey, value: page.cursor })
      if (page.more) return true
      if (page.reset) await sweep(tables, round)
      await tables.meta.put({ key: pulledKey, value: local.now() })
      return true
    },
  )

/** Each reading from the beginning has a number, and each item stores the last reading that named it. */
const roundOf = async (tables: Tables, page: Page): Promise<number> => {
  const stored = (await tables.meta.get(roundKey))?.value
  const [round, reading] = Array.isArray(stored)
    ? [Number(stored[0]), stored[1] === true]
    : [0, false]
  const next = page.reset && !reading ? round + 1 : round
  await tables.meta.put({ key: roundKey, value: [next, page.reset && page.more] })
  return next
}

const applyItemChange = async (tables: Tables, change: Change, round: number): Promise<void> => {
  const { table, item, entity } = change
  const row = await tables[table].get(item)
  const incoming = 'value' in change ? change.value : withMembers(row, change, round)
  const known = incoming === null ? null : newerOf(row?.known ?? null, incoming)
  const pending = await entriesOf(tables, table, item, entity)
  if (known === null) return dropItem(tables, change, row, pending.length > 0)
  if (pending.length === 0)
    await tables[table].put({ id: item, known, value: known, round, schema })
  else await recompute(tables, change, { known, round })
}

/** Deletes an item that the server deleted. An edited one stays until the server answers its edits. */
const dropItem = async (
  tables: Tables,
  { table, item }: { table: ItemTable; item: string },
  row: Item | undefined,
  edited: boolean,
): Promise<void> => {
  if (edited && row) {
    await tables[table].put({ ...row, isDeleted: true })
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

const sweep = async (tables: Tables, round: number): Promise<void> => {
  for (const table of itemTables) {
    const rows = await tables[table].toArray()
    for (const row of rows)
      if (row.known !== null && row.round !== round) {
        const edited = (await tables.outbox.toArray()).some(
          (entry) => entry.table === table && entry.item === row.id,
        )
        await dropItem(tables, { table, item: row.id }, row, edited)
      }
  }
}
