import { createContext, useContext } from 'react'
import type { Criteria } from '../../../contract/criteria.ts'
import type { SearchState } from './search-state.ts'

/** The search on the screen and how to change it. Changes may be made one after another without waiting for the page to be drawn again. */
export type SearchHandle = {
  state: SearchState
  /** The criteria when the search was opened or last saved (spec 4, previousState). */
  previous: Criteria
  change: (edit: (state: SearchState) => SearchState, history?: 'push' | 'replace') => void
  edit: (edit: (criteria: Criteria) => Criteria) => void
}

export const SearchContext = createContext<SearchHandle | null>(null)

/** The search of the screen one is drawn on. */
export const useSearchHandle = (): SearchHandle => {
  const handle = useContext(SearchContext)
  if (handle === null) throw new Error('A part of the search screen stands outside of it')
  return handle
}
