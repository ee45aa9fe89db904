import type { FilterContext } from '../../../contract/filters.ts'
import type { Company, Person } from '../../../contract/records.ts'
import { companyDoc, personDoc, type SearchDoc } from '../../../contract/search-doc.ts'

/** Changed records as the database holds them, in JSON; `employers` are the companies of the people among them. */
export type ChangedRows = {
  companies: readonly string[]
  people: readonly string[]
  employers: readonly string[]
  context: FilterContext
}

/** The documents of changed records. */
export const documentsOf = ({
  companies,
  people,
  employers,
  context,
}: ChangedRows): SearchDoc[] => {
  const changed = companies.map(companyFrom)
  const known = new Map([...employers.map(companyFrom), ...changed].map((one) => [one.id, one]))
  return [
    ...changed.map((company) => companyDoc(company, context)),
    ...people
      .map(personFrom)
      .map((person) => personDoc(person, known.get(person.company_id), context)),
  ]
}

export const companyFrom = (json: string): Company => JSON.parse(json) as Company
export const personFrom = (json: string): Person => JSON.parse(json) as Person
