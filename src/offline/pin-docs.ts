import type { Company, RecordView } from '../../contract/records/records.ts'
import { companyDoc, personDoc, type SearchDoc } from '../../contract/search/search-doc.ts'
import type { Tables } from './database.ts'
import { schema, type DocBlock } from './rows.ts'

export type Documented = { doc: SearchDoc; places: DocBlock['places'][number] }

/** A record as the search of a pin sees it; `employers` give people the values of their companies. */
export const documented = (
  view: RecordView,
  employers: ReadonlyMap<string, Company>,
  now: number,
): Documented => {
  const today = new Date(now).toISOString().slice(0, 10)
  const person = 'position' in view
  const company = person ? employers.get(view.company_id) : view
  const doc = person ? personDoc(view, company, { today }) : companyDoc(view, { today })
  const home = person && view.location ? [view.location] : []
  const offices = company ? [...(company.hq ? [company.hq] : []), ...company.locations] : home
  const places = offices.flatMap(({ lat, lng, approx }) =>
    lat === undefined || lng === undefined ? [] : [{ lat, lng, approx: approx === true }],
  )
  return { doc, places }
}

/** All documents of a pin by id. A record that moved between two pages while they came is there once. */
export const readDocs = async (
  tables: Pick<Tables, 'docs'>,
  pin: string,
): Promise<Map<string, Documented>> => {
  const held = new Map<string, Documented>()
  const keys = await tables.docs.where('pin').equals(pin).primaryKeys()
  // A few rows at a time: all 5,000 documents at once hold a phone up for a third of a second.
  for (let at = 0; at < keys.length; at += rowsRead)
    for (const row of await tables.docs.bulkGet(keys.slice(at, at + rowsRead)))
      row?.docs.forEach((doc, index) => held.set(doc.id, { doc, places: row.places[index] ?? [] }))
  return held
}
const rowsRead = 5

/** Replaces, adds and drops documents of a pin; rows that hold none of them are left alone. */
export const changeDocs = async (
  tables: Pick<Tables, 'docs'>,
  pin: string,
  put: readonly Documented[],
  drops: (id: string) => boolean,
): Promise<void> => {
  const rest = new Map(put.map((each) => [each.doc.id, each]))
  for (const row of await tables.docs.where('pin').equals(pin).toArray()) {
    if (!row.docs.some(({ id }) => rest.has(id) || drops(id))) continue
    const kept = row.docs.flatMap((doc, index): Documented[] => {
      if (drops(doc.id)) return []
      const newer = rest.get(doc.id)
      rest.delete(doc.id)
      return [newer ?? { doc, places: row.places[index] ?? [] }]
    })
    await tables.docs.put(blockOf(pin, row.block, kept))
  }
  if (rest.size > 0) await appendDocs(tables, pin, [...rest.values()])
}

/** Adds documents to a pin that is being fetched: one row for each page that comes. */
export const appendDocs = async (
  tables: Pick<Tables, 'docs'>,
  pin: string,
  page: readonly Documented[],
): Promise<void> => {
  const last = await tables.docs.where('pin').equals(pin).last()
  await tables.docs.put(blockOf(pin, (last?.block ?? -1) + 1, page))
}

const blockOf = (pin: string, block: number, all: readonly Documented[]): DocBlock => ({
  pin,
  block,
  docs: all.map(({ doc }) => doc),
  places: all.map(({ places }) => places),
  schema,
})
