import type { Company, Person } from '../../contract/records/records.ts'
import type { Bulk, Database } from '../platform/db/db.ts'
import type { Contact } from '../platform/db/tables.ts'
import { listedNumber, noteListed } from '../do-not-call/arriving.ts'
import { asAdmitted, removals, type Arriving } from '../do-not-call/removed.ts'
import { companyColumns, companyRow, copyLine, personColumns, personRow } from './rows.ts'
import { nextTick } from './store.ts'

export type WorldItem = { company: Company } | { person: Person; contact: Contact }
export type LoadCounts = { companies: number; people: number }

/** Adds new records in one transaction under one tick of the record clock; `onProgress` hears how many have been sent so far. */
export const loadWorld = (
  db: Database,
  world: Iterable<WorldItem>,
  onProgress: (sent: LoadCounts) => void = () => {},
): Promise<LoadCounts> => db.bulk((bulk) => loadInto(bulk, world, onProgress))

const batchCharacters = 2_000_000

/** The same inside a transaction that does more; people who asked to be removed stay out. */
export const loadInto = async (
  bulk: Bulk,
  world: Iterable<WorldItem>,
  onProgress: (sent: LoadCounts) => void,
): Promise<LoadCounts> => {
  const seq = await nextTick(bulk.trx)
  const sent: LoadCounts = { companies: 0, people: 0 }
  const companies = queue(bulk, 'company', companyColumns)
  const people = queue(bulk, 'person', personColumns)
  const admit = await doorOf(bulk.trx)
  const listed: (readonly [string, string | null])[] = []
  // The database reads one batch while the next is being made, and never holds more than that.
  let copying: Promise<unknown> = Promise.resolve()
  const flush = async (batch: Queue): Promise<void> => {
    await copying
    copying = batch.send()
    copying.catch(() => {})
    onProgress({ ...sent })
  }
  for (const item of world) {
    if ('company' in item) {
      companies.add(copyLine(Object.values(companyRow(item.company, seq))))
      sent.companies++
      if (companies.size() > batchCharacters) await flush(companies)
    } else {
      const admitted = admit(item)
      if (admitted === null) continue
      const number = listedNumber(admitted)
      if (number !== null) listed.push(number)
      people.add(copyLine(Object.values(personRow(admitted.person, admitted.contact, seq))))
      sent.people++
      if (people.size() > batchCharacters) await flush(people)
    }
  }
  await flush(companies)
  await flush(people)
  await copying
  await noteListed(bulk.trx, listed)
  return sent
}

/** Lets people in as they may be written; null for one who asked to be removed. */
const doorOf = async (trx: Bulk['trx']): Promise<(one: Arriving) => Arriving | null> => {
  const { salt, any } = await removals(trx)
  if (!any) return (one) => one
  const rows = await trx.selectFrom('removed_person').select('hash').execute()
  const removed = new Set(rows.map(({ hash }) => hash))
  return (one) => asAdmitted(salt, one, removed)
}

type Queue = { add(line: string): void; size(): number; send(): Promise<unknown> }

const queue = (bulk: Bulk, table: 'company' | 'person', columns: readonly string[]): Queue => {
  let lines: string[] = []
  let size = 0
  return {
    add: (line) => {
      lines.push(line)
      size += line.length
    },
    size: () => size,
    send: () => {
      const batch = lines
      lines = []
      size = 0
      return batch.length === 0 ? Promise.resolve(0) : bulk.copyIn(table, columns, batch)
    },
  }
}
