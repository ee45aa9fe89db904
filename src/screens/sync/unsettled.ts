import type { Device, Tables } from '../../offline/database.ts'
import { isBackground } from '../../offline/entities/entities.ts'
import type { Conflict, Entry, Fields, Item, SentEdit } from '../../offline/rows.ts'
import { pulledAt } from '../../offline/apply-page.ts'
import { readSent } from '../../offline/sent.ts'

export type About = {
  /** Its fields, also of a deleted item; empty where unknown. */
  value: Fields
  /** Of an activity: the name of its company or person, where the device has the record. */
  record: string | null
}

export type Change = { entry: Entry; about: About }
export type Sent = { sent: SentEdit; about: About }
export type Clash = { conflict: Conflict; about: About }

export type Unsettled = {
  refused: Change[]
  /** Without edits in the background. */
  waiting: Change[]
  /** What was sent in the last 7 days, the latest first. */
  sent: Sent[]
  clashes: Clash[]
  /** When the device last had everything the server had, ms since 1970; null before the first sync. */
  asOf: number | null
}

export const unsettled = (device: Device): Promise<Unsettled> =>
  device.read(async (tables) => {
    const entries = await tables.outbox.orderBy('seq').toArray()
    const conflicts = await tables.conflicts.toArray()
    const changes = await Promise.all(
      entries.map(async (entry) => ({ entry, about: await aboutEntry(tables, entry) })),
    )
    const clashes = await Promise.all(
      conflicts.map(async (conflict) => ({ conflict, about: await aboutClash(tables, conflict) })),
    )
    const sent = await Promise.all(
      (await readSent(tables, Date.now())).map(async (each) => ({
        sent: each,
        about: { value: each.value, record: await recordOf(tables, each.value) },
      })),
    )
    return {
      sent,
      refused: changes.filter(({ entry }) => entry.state === 'parked'),
      waiting: changes.filter(({ entry }) => entry.state !== 'parked' && !isBackground(entry.kind)),
      clashes: clashes.toSorted((x, y) => y.conflict.at - x.conflict.at),
      asOf: await pulledAt(tables),
    }
  })

const aboutEntry = async (tables: Tables, { table, item, effect }: Entry): Promise<About> => {
  const created = effect.do === 'create' ? effect.value : {}
  if (table === null) return { value: created, record: null }
  const row = await tables[table === 'members' ? 'lists' : table].get(item)
  const value = { ...created, ...fieldsOf(row) }
  return { value, record: await recordOf(tables, value) }
}

const aboutClash = async (tables: Tables, { table, item, mine }: Conflict): Promise<About> => {
  const row = await tables[table === 'members' ? 'lists' : table].get(item)
  const value = { ...mine, ...fieldsOf(row) }
  return { value, record: await recordOf(tables, value) }
}

const fieldsOf = (row: Item | undefined): Fields => row?.value ?? row?.known ?? {}

const recordOf = async (
  { records }: Tables,
  { recordId, recordName }: Fields,
): Promise<string | null> => {
  const row = typeof recordId === 'string' ? await records.get(recordId) : undefined
  return row?.view.name ?? (typeof recordName === 'string' ? recordName : null)
}
