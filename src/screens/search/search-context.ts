import { createContext, useContext } from 'react'
import type { Criteria } from '../../../contract/search/criteria.ts'
import type { Filter } from '../../../contract/search/filter.ts'
import type { PendingChange } from './pending-change.ts'
import type { SearchState } from './search-state.ts'

/** The search on the screen and how to change it. Several changes may follow each other before the next render. */
export type SearchHandle = {
  state: SearchState
  /** The criteria when the search was opened or last saved (spec 4, previousState). */
  previous: Criteria
  /** Restores them with their prompt (spec 4). */
  reset: () => void
  change: (edit: (state: SearchState) => SearchState, history?: 'push' | 'replace') => void
  edit: (edit: (criteria: Criteria) => Criteria) => void
  /** The id of a new search among the recent ones; undefined for a moment after it opens. */
  draft: string | undefined
  /** A change that is not stored yet; dropped where the search is stored in another way. */
  pendingChange: PendingChange
  /** Sets what `previous` returns, after a saved search was opened or saved. */
  see: (saved: string, criteria: Criteria, prompt: string | null) => void
  /** The search of a list: one category, only some filters, with `valuesOnly` no extras. Null on the search screen. */
  within: { offers: (filter: Filter) => boolean; valuesOnly?: boolean } | null
}

export const SearchContext = createContext<SearchHandle | null>(null)

/** The search around a component; throws outside of one. */
export const useSearchHandle = (): SearchHandle => {
  const handle = useContext(SearchContext)
  if (handle === null) throw new Error('A part of the search screen is rendered outside of it')
  return handle
}
