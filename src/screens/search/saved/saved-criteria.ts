import {
  criteriaFor,
  withoutPosition,
  type Criteria,
} from '../../../../contract/search/criteria.ts'
import type { Category } from '../../../../contract/records/records.ts'
import type { SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { criteriaKey, filtersInUse } from '../criteria-edit.ts'
import { startState, type SearchState } from '../search-state.ts'
import { encodeSearch } from '../url.ts'

const storableCriteria = ({ metadata, ...criteria }: Criteria): Criteria => ({
  ...criteria,
  metadata: withoutPosition(metadata),
})

export const isSameSearch = (criteria: Criteria, other: Criteria): boolean =>
  criteriaKey(storableCriteria(criteria)) === criteriaKey(storableCriteria(other))

/** The category of a recent search: filters about people make it a search for people, so that going back to it finds them all. */
export const recentCategory = ({
  tab,
  criteria,
}: Pick<SearchState, 'tab' | 'criteria'>): Category =>
  tab === 'people' || restingIn(criteria).length > 0 ? 'people' : 'company'

/** The filters in use that apply to people alone. */
export const restingIn = (criteria: Criteria): string[] => {
  const companies = filtersInUse(criteriaFor(criteria, 'company'))
  return [...filtersInUse(criteria).keys()].filter((identifier) => !companies.has(identifier))
}

export const criteriaOf = ({
  filters,
  operators,
  excluded,
  metadata,
  search,
}: Pick<SavedSearch, 'filters' | 'operators' | 'excluded' | 'metadata' | 'search'>): Criteria => ({
  filters,
  operators,
  excluded,
  metadata,
  search,
})

export const toSearchState = (
  criteria: Criteria,
  category: Category,
  saved: string | null,
  prompt: string | null = null,
): SearchState => ({ ...startState(criteria), tab: category, saved, prompt })

/** The history state of a recent search: changes update it. */
export const recentHistoryState = (rid: string, criteria: Criteria, category: Category) => ({
  previousSearch: encodeSearch(toSearchState(criteria, category, null)),
  draft: rid,
})
