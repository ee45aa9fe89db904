import {
  criteriaFor,
  deepest,
  pageSizes,
  sorts,
  type Criteria,
} from '../../../contract/search/criteria.ts'
import type { Category } from '../../../contract/records/records.ts'
import { clearCriteria, sameCriteria } from './criteria-edit.ts'

export type PageSize = (typeof pageSizes)[number]
export type SortOrder = 'asc' | 'desc'
export type Sort = { field: string; order: SortOrder }

/** The state of a search, as its address says it. Pages count from 0; a sort of null leaves the order to the server. */
export type SearchState = {
  criteria: Criteria
  tab: Category
  pages: Record<Category, number>
  size: PageSize
  sort: Record<Category, Sort | null>
  /** The record open beside the results, of the tab's category. */
  open: string | null
  /** Whether the map is shown too. */
  map: boolean
  /** The saved search of these criteria, changed or not; null for a new search (spec 4, search kind). */
  saved: string | null
  /** The prompt of the criteria (spec 3, coreAISearchPromptText). */
  prompt: string | null
}

export const startState = (criteria: Criteria): SearchState => ({
  criteria,
  tab: 'company',
  pages: { company: 0, people: 0 },
  size: pageSizes[0],
  sort: { company: null, people: null },
  open: null,
  map: false,
  saved: null,
  prompt: null,
})

const firstPages: SearchState['pages'] = { company: 0, people: 0 }

/** New criteria reset both tabs to their first page. Where only the country is left, the prompt is dropped too. */
export const withCriteria = (state: SearchState, criteria: Criteria): SearchState => ({
  ...state,
  criteria,
  pages: firstPages,
  prompt: sameCriteria(criteria, clearCriteria(criteria)) ? null : state.prompt,
})

/** Changing the page of companies resets the people page to 0 (spec 4). */
export const withPage = (state: SearchState, page: number): SearchState => ({
  ...state,
  pages: state.tab === 'company' ? { company: page, people: 0 } : { ...state.pages, people: page },
})

export const withTab = (state: SearchState, tab: Category): SearchState => ({
  ...state,
  tab,
  open: null,
})

export const withSort = (state: SearchState, sort: Sort | null): SearchState =>
  withPage({ ...state, sort: { ...state.sort, [state.tab]: sort } }, 0)

export const withSize = (state: SearchState, size: PageSize): SearchState => ({
  ...state,
  size,
  pages: firstPages,
})

export const withOpen = (state: SearchState, open: string | null): SearchState => ({
  ...state,
  open,
})

/** The people of these companies (product 2.1, 'find people'). */
export const peopleOf = (state: SearchState, companies: readonly string[]): SearchState =>
  withTab(withIds(state, companies), 'people')

export const companiesOf = (state: SearchState, companies: readonly string[]): SearchState =>
  withTab(withIds(state, companies), 'company')

const withIds = (state: SearchState, companies: readonly string[]): SearchState =>
  withCriteria(state, {
    ...state.criteria,
    filters: { ...state.criteria.filters, company_id: [...new Set(companies)] },
  })

/** The last page: from + size stays within 10,000 (product 2.1). */
export const lastPage = (total: number, size: number): number =>
  Math.max(0, Math.ceil(Math.min(total, deepest) / size) - 1)

/** The first order of a field: descending for numbers and days, ascending for names, ranks and distances. */
export const firstOrder = (field: string): SortOrder =>
  ['name', 'company', 'seniority', 'distance'].includes(field) ? 'asc' : 'desc'

export const offeredSorts = (criteria: Criteria, category: Category): string[] =>
  sorts[category].filter(
    (field) =>
      (field !== 'relevance' || criteria.search !== '') &&
      (field !== 'distance' || criteria.metadata.near !== undefined),
  )

/** The default order (product 2.1). */
export const standardSort = (criteria: Criteria, category: Category): Sort =>
  criteria.search !== ''
    ? { field: 'relevance', order: 'desc' }
    : category === 'company'
      ? { field: 'employees', order: 'desc' }
      : { field: 'seniority', order: 'asc' }

/** The chosen order while it is offered, otherwise the default one. */
export const sortOf = ({ sort, criteria }: SearchState, category: Category): Sort => {
  const chosen = sort[category]
  return chosen !== null && offeredSorts(criteria, category).includes(chosen.field)
    ? chosen
    : standardSort(criteria, category)
}

/** The input of POST /records for a tab. */
export const recordsInput = (state: SearchState, category: Category) => {
  const sort = state.sort[category]
  return {
    ...criteriaFor(state.criteria, category),
    category,
    from: state.pages[category] * state.size,
    size: state.size,
    sorting: sort === sortOf(state, category) ? [sort] : [],
  }
}
