import { emptyCriteria, type Criteria, type Sorting } from '../../../contract/criteria.ts'
import { links } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records.ts'

/** How the records of a list are looked at: everything its address says. `sort` is one of `sortsOf`, or null for the standard one. */
export type ListState = {
  search: string
  chosen: Record<string, readonly string[]>
  sort: string | null
}

/** The filters offered inside a list, by their identifiers in the contract. */
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
    { value: 'founded:desc', label: 'Youngest' },
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
    search: (params.get('q') ?? '').slice(0, 120),
    chosen: Object.fromEntries(
      filtersOf[category].flatMap((identifier) => {
        const values = [...new Set(params.getAll(identifier))].filter((value) => value !== '')
        return values.length === 0 ? [] : [[identifier, values]]
      }),
    ),
    sort: sortsOf[category].find(({ value }) => value === sort)?.value ?? null,
  }
}

/** The address of a list looked at this way; what holds by default is not written. */
export const listAddress = (id: string, { search, chosen, sort }: ListState): string => {
  const params = new URLSearchParams()
  if (search.trim() !== '') params.append('q', search)
  for (const [identifier, values] of Object.entries(chosen))
    for (const value of values) params.append(identifier, value)
  if (sort !== null) params.append('sort', sort)
  return params.size === 0 ? links.list(id) : `${links.list(id)}&${params.toString()}`
}

/** The question behind it, as the server and the device answer it alike. */
export const questionOf = (state: ListState): { criteria: Criteria; sorting: Sorting } => {
  const [field, order] = (state.sort ?? '').split(':')
  const sorting: Sorting =
    field === undefined || (order !== 'asc' && order !== 'desc') ? [] : [{ field, order }]
  return {
    criteria: {
      ...emptyCriteria,
      filters: Object.fromEntries(
        Object.entries(state.chosen).map(([identifier, values]) => [identifier, [...values]]),
      ),
      search: state.search.trim(),
    },
    sorting,
  }
}

/** The state with a value of a filter put in or taken out. */
export const toggled = (state: ListState, identifier: string, value: string): ListState => {
  const before = state.chosen[identifier] ?? []
  const values = before.includes(value)
    ? before.filter((each) => each !== value)
    : [...before, value]
  const { [identifier]: _, ...others } = state.chosen
  return { ...state, chosen: values.length === 0 ? others : { ...others, [identifier]: values } }
}

export const isNarrowed = ({ search, chosen }: ListState): boolean =>
  search.trim() !== '' || Object.keys(chosen).length > 0
