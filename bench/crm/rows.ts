import type { Category } from '../../contract/records/records.ts'
import { dayOf } from '../../contract/core/days.ts'
import { demoWorld } from '../../demo/world.ts'
import { keyText, subjectOf } from '../../server/crm/facts.ts'
import type { Delivered } from '../../server/downloads/facts.ts'
import { revealContact } from '../../server/records/views.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { loadWorld } from '../../tests/kit/market.ts'

/** `mark` is the domain or email by which its record in the CRM is recognised. */
export type Row = { category: Category; id: string; mark: string }

/** Half companies, half people. No two of a category share what a CRM or Fieldbook matches records by. */
export const makeRows = async (db: Database, count: number): Promise<Record<Category, Row[]>> => {
  const half = Math.ceil(count / 2)
  const size = { companies: 50 + half * 2, people: 50 + half * 3, seed: 1 }
  await loadWorld(db, demoWorld({ ...size, today: dayOf(Date.now()) }))
  const companies = await db.owner.selectFrom('company').select('doc').orderBy('id').execute()
  const people = await db.owner
    .selectFrom('person')
    .select(['doc', 'contact'])
    .orderBy('id')
    .execute()
  const rows = {
    company: distinct(companies.map(({ doc }) => ({ category: 'company', record: doc }))),
    people: distinct(
      people.map(({ doc, contact }) => ({
        category: 'people',
        record: revealContact(JSON.stringify(doc), contact, new Map()),
      })),
    ),
  }
  const chosen = {
    company: rows.company.slice(0, half),
    people: rows.people.slice(0, count - half),
  }
  if (chosen.company.length + chosen.people.length < count)
    throw new Error('The demo world has too few records of their own domain or email.')
  return chosen
}

const distinct = (records: readonly Pick<Delivered, 'category' | 'record'>[]): Row[] => {
  const seen = new Set<string>()
  return records.flatMap((given) => {
    const { recordId: id, keys, facts } = subjectOf(given, { dncPolicy: 'flag' })
    const mark = keys.find(
      ({ kind, value }) => kind === 'domain' || value === facts['work_email'],
    )?.value
    const texts = keys.map(keyText)
    const isNew = !texts.some((text) => seen.has(text))
    for (const text of texts) seen.add(text)
    return mark !== undefined && isNew ? [{ category: given.category, id, mark }] : []
  })
}
