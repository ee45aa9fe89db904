import { createContext, useContext } from 'react'
import type { Criteria } from '../../../contract/search/criteria.ts'
import type { Filter } from '../../../contract/search/filter.ts'
import type { RestingChange } from './resting-change.ts'
import type { SearchState } from './search-state.ts'

/** The search on the screen and how to change it. Changes may be made one after another without waiting for the page to be drawn again. */
export type SearchHandle = {
  state: SearchState
  /** The criteria when the search was opened or last saved (spec 4, previousState). */
  previous: Criteria
  /** Restores them (spec 4), with the words they were told in. */
  reset: () => void
  change: (edit: (state: SearchState) => SearchState, history?: 'push' | 'replace') => void
  edit: (edit: (criteria: Criteria) => Criteria) => void
  /** The id under which a new search is kept as recent; undefined for a moment when it is opened. */
  draft: string | undefined
  /** A change of it that is not kept yet; dropped by whoever keeps the search otherwise. */
  resting: RestingChange
  /** Says what a saved search holds, as it was opened or last saved: what `previous` is from now on. */
  see: (saved: string, criteria: Criteria, prompt: string | null) => void
  /** Records of one category alone, with their filters over them: a list. `valuesOnly`: nothing but values is chosen. Null: the search screen. */
  within: { offers: (filter: Filter) => boolean; valuesOnly?: boolean } | null
}

export const SearchContext = createContext<SearchHandle | null>(null)

/** The search of the screen one is drawn on. */
export const useSearchHandle = (): SearchHandle => {
  const handle = useContext(SearchContext)
  if (handle === null) throw new Error('A part of the search screen stands outside of it')
  return handle
}
