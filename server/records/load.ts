import type { Company, Person } from '../../contract/records/records.ts'
import type { Bulk } from '../platform/db/db.ts'
import type { Contact } from '../platform/db/tables.ts'
import { listedNumber, noteListed } from '../do-not-call/admit-people.ts'
import { withoutRemoved, removals, type IncomingPerson } from '../do-not-call/removed-people.ts'
import { companyColumns, companyRow, copyLine, personColumns, personRow } from './rows.ts'
import { nextTick } from './store.ts'

export type WorldItem = { company: Company } | { person: Person; contact: Contact }
export type LoadCounts = { companies: number; people: number }

const batchCharacters = 2_000_000

/** Under one tick; leaves out people who asked to be removed. */
export const loadInto = async (
  bulk: Bulk,
  world: Iterable<WorldItem>,
  onProgress: (sent: LoadCounts) => void,
): Promise<LoadCounts> => {
  const seq = await nextTick(bulk.trx)
  const sent: LoadCounts = { companies: 0, people: 0 }
  const companies = queue(bulk, 'company', companyColumns)
  const people = queue(bulk, 'person', personColumns)
  const admit = await createAdmission(bulk.trx)
  const listed: (readonly [string, string | null])[] = []
  // Prepares one batch while the database reads the other, so that only two are in memory.
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

const createAdmission = async (
  trx: Bulk['trx'],
): Promise<(entry: IncomingPerson) => IncomingPerson | null> => {
  const { salt, any } = await removals(trx)
  if (!any) return (entry) => entry
  const rows = await trx.selectFrom('removed_person').select('hash').execute()
  const removed = new Set(rows.map(({ hash }) => hash))
  return (entry) => withoutRemoved(salt, entry, removed)
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
