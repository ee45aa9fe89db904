import { isUuid } from '../../contract/core/ids.ts'
import type { FilterContext } from '../../contract/search/filter.ts'
import type { Company, Person } from '../../contract/records/records.ts'
import {
  companyDoc,
  employerOf,
  personDoc,
  type Employer,
  type SearchDoc,
} from '../../contract/search/search-doc.ts'

export type ChangedRows = {
  companies: readonly string[]
  people: readonly string[]
  employers: readonly string[]
  context: FilterContext
}

/** A bad record must not hide the others. */
export const documentsOf = ({
  companies,
  people,
  employers,
  context,
}: ChangedRows): { docs: SearchDoc[]; unreadable: string[] } => {
  const unreadable: string[] = []
  const docs: SearchDoc[] = []
  const known = new Map<string, Employer>()
  const read = (json: string): SearchDoc => {
    const company = companyFrom(json)
    const doc = companyDoc(company, context)
    known.set(company.id, employerOf(company, doc))
    return doc
  }
  for (const json of employers) attempt(unreadable, () => read(json))
  for (const json of companies) attempt(unreadable, () => docs.push(read(json)))
  for (const json of people)
    attempt(unreadable, () => {
      const person = personFrom(json)
      docs.push(personDoc(person, known.get(person.company_id), context))
    })
  return { docs, unreadable }
}

/** For work that fails by the fault of its record alone; undefined after a failure. */
export const attempt = <Result>(unreadable: string[], work: () => Result): Result | undefined => {
  try {
    return work()
  } catch (error) {
    unreadable.push(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

export const companyFrom = (json: string): Company => withId(JSON.parse(json) as Company)
export const personFrom = (json: string): Person => withId(JSON.parse(json) as Person)

const withId = <Record extends { id: string }>(record: Record): Record => {
  if (isUuid(record.id)) return record
  throw new Error(`The id '${record.id}' of a record is not a UUID.`)
}
