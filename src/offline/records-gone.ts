import type { Signal } from '../../contract/signals/signals.ts'
import type { Tables } from './database.ts'
import { changeDocs } from './pin-docs.ts'
import { signalIn } from './signals.ts'

/** The tables that hold records. */
export const goneFrom = ['records', 'docs', 'pins', 'signals'] as const

/**
 * Takes records off the device wherever they are held, opened or pinned: somebody has asked to be removed. What a pin says of itself
 * is put right when it is next brought up to date.
 */
export const dropRecords = async (
  tables: Pick<Tables, (typeof goneFrom)[number]>,
  ids: readonly string[],
): Promise<void> => {
  const gone = new Set(ids)
  await tables.records.bulkDelete([...gone])
  const tells = ({ company, person }: Signal): boolean =>
    gone.has(company?.id ?? '') || gone.has(person?.id ?? '')
  await tables.signals.filter((row) => tells(signalIn(row))).delete()
  // What happened at a company names its people.
  await tables.records
    .filter(({ signals }) => signals?.signals.some(tells) === true)
    .modify((row) => {
      delete row.signals
    })
  for (const pin of await tables.pins.toCollection().primaryKeys())
    await changeDocs(tables, pin, [], (id) => gone.has(id))
  await tables.pins
    .filter(({ head }) => head?.some((id) => gone.has(id)) === true)
    .modify((pin) => {
      pin.head = pin.head?.filter((id) => !gone.has(id)) ?? []
    })
}
