import {
  criteriaFor,
  emptyCriteria,
  tidied,
  type Criteria,
  type Sorting,
} from '../../../contract/search/criteria.ts'
import { readCriteria, writeCriteria } from '../../../contract/search/criteria-url.ts'
import { links } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'

/** How the records of a list are looked at: everything its address says. `sort` is one of `sortsOf`, or null for the standard one. */
export type ListState = { criteria: Criteria; sort: string | null }

/** The filters at hand above a list; all others are behind one more press. */
export const filtersOf: Record<Category, readonly string[]> = {
  company: ['industry', 'company_size', 'location', 'has_company_phone', 'has_company_mobile'],
  people: ['industry', 'seniority', 'people_location', 'has_mobile', 'has_work_email'],
}

/** The orders offered inside a list, as 'field:order', the standard one first. */
export const sortsOf: Record<Category, readonly { value: string; label: string }[]> = {
  company: [
    { value: 'employees:desc', label: 'Most employees' },
    { value: 'name:asc', label: 'Name, A to Z' },
    { value: 'revenue:desc', label: 'Highest revenue' },
    { value: 'signal_count:desc', label: 'Most signals' },
    { value: 'verified_at:desc', label: 'Last verified' },
    { value: 'founded:desc', label: 'Newest company' },
  ],
  people: [
    { value: 'seniority:asc', label: 'Most senior' },
    { value: 'name:asc', label: 'Name, A to Z' },
    { value: 'company:asc', label: 'Company, A to Z' },
    { value: 'role_start:desc', label: 'Newest in role' },
    { value: 'verified_at:desc', label: 'Last verified' },
  ],
}

/** What an address says; parts that make no sense in a list of the category are left out. */
export const readListState = (query: string, category: Category): ListState => {
  const params = new URLSearchParams(query)
  const sort = params.get('sort')
  return {
    criteria: withoutPlace(criteriaFor(readCriteria(params) ?? emptyCriteria, category)),
    sort: sortsOf[category].find(({ value }) => value === sort)?.value ?? null,
  }
}

/** The address of a list looked at this way; what holds by default is not written. */
export const listAddress = (id: string, { criteria, sort }: ListState): string => {
  const params = new URLSearchParams()
  writeCriteria(withoutPlace(criteria), params)
  if (sort !== null) params.append('sort', sort)
  return params.size === 0 ? links.list(id) : `${links.list(id)}&${params.toString()}`
}

/** Where somebody stands is told to nobody: the device works out distances itself. */
const withoutPlace = (criteria: Criteria): Criteria => {
  const { near: _, ...metadata } = criteria.metadata
  return { ...criteria, metadata }
}

/** The question behind it, as the server and the device answer it alike. */
export const questionOf = ({ criteria, sort }: ListState): Question => {
  const [field, order] = (sort ?? '').split(':')
  const sorting: Sorting =
    field === undefined || (order !== 'asc' && order !== 'desc') ? [] : [{ field, order }]
  return { criteria: tidied(criteria), sorting }
}
export type Question = { criteria: Criteria; sorting: Sorting }

export const withWords = (state: ListState, search: string): ListState => ({
  ...state,
  criteria: { ...state.criteria, search },
})

/** The state with a value of a filter put in or taken out. */
export const toggled = (state: ListState, identifier: string, value: string): ListState => {
  const { criteria } = state
  const before = criteria.filters[identifier] ?? []
  const values = before.includes(value)
    ? before.filter((each) => each !== value)
    : [...before, value]
  const filters = { ...criteria.filters, [identifier]: values }
  return { ...state, criteria: tidied({ ...criteria, filters }) }
}

export const cleared = (state: ListState): ListState => ({ ...state, criteria: emptyCriteria })

export const isNarrowed = ({ criteria }: ListState): boolean => {
  const { search, filters, excluded } = tidied(criteria)
  return search !== '' || Object.keys({ ...filters, ...excluded }).length > 0
}
