import type { Category, Company, RecordView } from '../../contract/records/records.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'
import type { Device } from './database.ts'
import { readDocs, toPinDocument } from './pin-docs.ts'

/** The search documents of every record on this device: in offline copies, people to ask for, and opened ones. */
export const readDeviceDocs = (
  device: Device,
  now: number,
): Promise<Record<Category, readonly SearchDoc[]>> =>
  device.read(async (tables) => {
    const docs = { company: new Map<string, SearchDoc>(), people: new Map<string, SearchDoc>() }
    const toAsk = new Set<string>()
    for (const { id, category } of await tables.pins.toArray())
      for (const [recordId, { doc, people }] of await readDocs(tables, id)) {
        docs[category].set(recordId, doc)
        for (const person of people) toAsk.add(person)
      }
    const viewed = await tables.records.where('viewedAt').above(0).toArray()
    const people = await tables.records.bulkGet([...toAsk].filter((id) => !docs.people.has(id)))
    const rows = [...viewed, ...people].flatMap((row) => row ?? [])
    const employers = await tables.records.bulkGet(
      rows.flatMap(({ view }) => ('position' in view ? [view.company_id] : [])),
    )
    const companies = new Map(
      employers.flatMap((row) => (row && isCompany(row.view) ? [[row.id, row.view] as const] : [])),
    )
    for (const { id, category, view } of rows)
      if (!docs[category].has(id)) docs[category].set(id, toPinDocument(view, companies, now).doc)
    return { company: [...docs.company.values()], people: [...docs.people.values()] }
  })

const isCompany = (view: RecordView): view is RecordView & Company => !('position' in view)
