import type { Company, RecordView } from '../../contract/records/records.ts'
import {
  companyDoc,
  employerOf,
  personDoc,
  type MapPoint,
  type SearchDoc,
} from '../../contract/search/search-doc.ts'
import type { Tables } from './database.ts'
import { schema, type DocBlock } from './rows.ts'
import { dayOf } from '../../contract/core/days.ts'

export type PinDocument = {
  doc: SearchDoc
  /** Of a company: the ids of the people to ask for. */
  people: readonly string[]
}

/** Raise it when documents are built differently: copies with older ones are downloaded again. */
export const docRules = 2

/** A record as the search of an offline copy reads it; `employers` give people the values of their companies, `people` are those to ask for. */
export const toPinDocument = (
  view: RecordView,
  employers: ReadonlyMap<string, Company>,
  now: number,
  people: readonly string[] = [],
): PinDocument => {
  const today = dayOf(now)
  const person = 'position' in view
  const company = person ? employers.get(view.company_id) : view
  const ofCompany = company && companyDoc(company, { today })
  const doc = person
    ? personDoc(view, company && ofCompany && employerOf(company, ofCompany), { today })
    : companyDoc(view, { today })
  return { doc, people }
}

/** All documents of an offline copy by id. A record that moved between two pages during the download appears once. */
export const readDocs = async (
  tables: Pick<Tables, 'docs'>,
  pin: string,
): Promise<Map<string, PinDocument>> => {
  const docs = new Map<string, PinDocument>()
  const keys = await tables.docs.where('pin').equals(pin).primaryKeys()
  // In small batches: 5,000 documents at once would block a phone for a third of a second.
  for (let at = 0; at < keys.length; at += rowsPerRead)
    for (const row of await tables.docs.bulkGet(keys.slice(at, at + rowsPerRead)))
      row?.docs.forEach((doc, index) => docs.set(doc.id, documentAt(row, doc, index)))
  return docs
}
const rowsPerRead = 5

const documentAt = ({ places, people }: DocBlock, doc: SearchDoc, index: number): PinDocument => ({
  doc: places ? { ...doc, points: pointsOf(places[index]) } : doc,
  people: people?.[index] ?? [],
})

const pointsOf = (places: NonNullable<DocBlock['places']>[number] = []): MapPoint[] =>
  places.map(({ lat, lng, approx }) => ({ lat, lng, ...(approx && { approx }) }))

export const changeDocs = async (
  tables: Pick<Tables, 'docs'>,
  pin: string,
  put: readonly PinDocument[],
  drops: (id: string) => boolean,
): Promise<void> => {
  const rest = new Map(put.map((each) => [each.doc.id, each]))
  for (const row of await tables.docs.where('pin').equals(pin).toArray()) {
    if (!row.docs.some(({ id }) => rest.has(id) || drops(id))) continue
    const remaining = row.docs.flatMap((doc, index): PinDocument[] => {
      if (drops(doc.id)) return []
      const newer = rest.get(doc.id)
      rest.delete(doc.id)
      return [newer ?? documentAt(row, doc, index)]
    })
    await tables.docs.put(blockOf(pin, row.block, remaining))
  }
  if (rest.size > 0) await appendDocs(tables, pin, [...rest.values()])
}

export const appendDocs = async (
  tables: Pick<Tables, 'docs'>,
  pin: string,
  page: readonly PinDocument[],
): Promise<void> => {
  const last = await tables.docs.where('pin').equals(pin).last()
  await tables.docs.put(blockOf(pin, (last?.block ?? -1) + 1, page))
}

const blockOf = (pin: string, block: number, all: readonly PinDocument[]): DocBlock => ({
  pin,
  block,
  docs: all.map(({ doc }) => doc),
  people: all.map(({ people }) => [...people]),
  schema,
})
