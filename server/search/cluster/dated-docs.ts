import { companyDays, personDays, type RecordDays } from '../../../contract/search/day-ranges.ts'
import type { FilterContext } from '../../../contract/search/filter.ts'
import {
  companyDoc,
  employerOf,
  personDoc,
  type Employer,
} from '../../../contract/search/search-doc.ts'
import type { Change } from '../changes.ts'
import { attempt, companyFrom, personFrom } from '../documents.ts'
import type { DatedDoc } from './indexes.ts'

/** A bad record must not hide the others; people also depend on the days of their employer. */
export const datedDocs = (
  { companies, people, employers }: Exclude<Change, { removed: unknown }>,
  context: FilterContext,
): { docs: DatedDoc[]; unreadable: string[] } => {
  const unreadable: string[] = []
  const docs: DatedDoc[] = []
  const known = new Map<string, { employer: Employer; days: RecordDays }>()
  const read = (json: string): DatedDoc => {
    const company = companyFrom(json)
    const doc = companyDoc(company, context)
    const days = companyDays(company)
    known.set(company.id, { employer: employerOf(company, doc), days })
    return { doc, days }
  }
  for (const json of employers) attempt(unreadable, () => read(json))
  for (const json of companies) attempt(unreadable, () => docs.push(read(json)))
  for (const json of people)
    attempt(unreadable, () => {
      const person = personFrom(json)
      const found = known.get(person.company_id)
      docs.push({
        doc: personDoc(person, found?.employer, context),
        days: { ...found?.days, ...personDays(person) },
      })
    })
  return { docs, unreadable }
}
