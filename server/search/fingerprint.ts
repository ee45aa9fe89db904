import { createHash } from 'node:crypto'
import { filters } from '../../contract/search/filters.ts'
import { companyDoc, employerOf, foldText, personDoc } from '../../contract/search/search-doc.ts'

/** Changes when a filter is added, relabelled or revalued, or documents are built differently: the index then needs a rebuild. */
export const fingerprint = (): string => {
  const rules = [companyDoc, employerOf, personDoc, foldText].map(String)
  const described = filters.map((filter) => ({
    ...filter,
    values: 'values' in filter ? String(filter.values) : '',
    ofPeople: 'ofPeople' in filter ? String(filter.ofPeople?.values) : '',
  }))
  return createHash('sha256')
    .update(JSON.stringify([rules, described]))
    .digest('hex')
}
