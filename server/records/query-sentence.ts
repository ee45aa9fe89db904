import type { Transaction } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import type { Criteria } from '../../contract/search/criteria.ts'
import { querySentence, sentenceParts } from '../../contract/search/sentence.ts'
import type { Tables } from '../platform/db/tables.ts'
import { listNames, namesOf } from './views.ts'

/** The criteria in words, with the names of the records and visible lists in them. */
export const sentenceOf = async (
  criteria: Criteria,
  category: Category,
  trx: Transaction<Tables>,
  userId: string,
): Promise<string> => {
  const values = (identifier: string): string[] => [
    ...(criteria.filters[identifier] ?? []),
    ...(criteria.excluded[identifier] ?? []),
  ]
  const names = {
    ...(await namesOf(trx, 'company', values('company_id'))),
    ...(await namesOf(trx, 'person', values('person_id'))),
    ...(await listNames(trx, values('cus-list'), userId)),
  }
  const nameOf = (_: string, value: string): string | undefined =>
    Object.hasOwn(names, value) ? names[value] : undefined
  return querySentence(sentenceParts(criteria, category, nameOf))
}
