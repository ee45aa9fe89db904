import type { Signal } from '../../contract/signals/signals.ts'
import type { Tables } from './database.ts'
import { changeDocs } from './pin-docs.ts'
import { signalIn } from './signals.ts'

export const recordTables = ['records', 'docs', 'pins', 'signals', 'sent'] as const

/** Deletes the records of removed people everywhere on the device. Totals of an offline copy are corrected at its next refresh. */
export const dropRecords = async (
  tables: Pick<Tables, (typeof recordTables)[number]>,
  ids: readonly string[],
): Promise<void> => {
  const removed = new Set(ids)
  await tables.records.bulkDelete([...removed])
  const mentions = ({ company, person }: Signal): boolean =>
    removed.has(company?.id ?? '') || removed.has(person?.id ?? '')
  await tables.signals.filter((row) => mentions(signalIn(row))).delete()
  await tables.sent.filter(({ value }) => removed.has(String(value.recordId))).delete()
  // Signals of a company name its people.
  await tables.records
    .filter(({ signals }) => signals?.signals.some(mentions) === true)
    .modify((row) => {
      delete row.signals
    })
  for (const pin of await tables.pins.toCollection().primaryKeys())
    await changeDocs(tables, pin, [], (id) => removed.has(id))
  await tables.pins
    .filter(({ head }) => head?.some((id) => removed.has(id)) === true)
    .modify((pin) => {
      pin.head = pin.head?.filter((id) => !removed.has(id)) ?? []
    })
}
