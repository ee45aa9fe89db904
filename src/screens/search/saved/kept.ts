import { criteriaFor, type Criteria } from '../../../../contract/search/criteria.ts'
import type { Category } from '../../../../contract/records/records.ts'
import type { SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { criteriaKey, filtersInUse } from '../criteria-edit.ts'
import { startState, type SearchState } from '../search-state.ts'
import { encodeSearch } from '../url.ts'

/** The part of criteria that is kept: all but where a person stood (`near`). */
const keptCriteria = ({ metadata, ...criteria }: Criteria): Criteria => {
  const { near: _, ...kept } = metadata
  return { ...criteria, metadata: kept }
}

/** Whether two criteria would be kept as the same. */
export const sameKept = (one: Criteria, other: Criteria): boolean =>
  criteriaKey(keptCriteria(one)) === criteriaKey(keptCriteria(other))

/** What the search on the screen is kept as: filters about people make it a search for people, whichever tab is looked at. */
export const keptCategory = ({ tab, criteria }: Pick<SearchState, 'tab' | 'criteria'>): Category =>
  tab === 'people' || restingIn(criteria).length > 0 ? 'people' : 'company'

/** The filters in use that narrow people alone. */
export const restingIn = (criteria: Criteria): string[] => {
  const companies = filtersInUse(criteriaFor(criteria, 'company'))
  return [...filtersInUse(criteria).keys()].filter((identifier) => !companies.has(identifier))
}

/** The criteria alone, of a saved or recent search. */
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

/** A kept search as the screen opens it: on its own tab, on the first page. */
export const openedAs = (
  criteria: Criteria,
  category: Category,
  saved: string | null,
  prompt: string | null = null,
): SearchState => ({ ...startState(criteria), tab: category, saved, prompt })

/** What a history entry of a recent search that was just opened carries: changes go on updating it. */
export const placeOfRecent = (rid: string, criteria: Criteria, category: Category) => ({
  previousSearch: encodeSearch(openedAs(criteria, category, null)),
  draft: rid,
})
