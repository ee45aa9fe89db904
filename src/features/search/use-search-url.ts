import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Criteria } from '../../../contract/criteria.ts'
import { links } from '../../../contract/links.ts'
import { placeIn } from './history-place.ts'
import { restingChange } from './resting-change.ts'
import type { SearchHandle } from './search-context.ts'
import { startState, withCriteria, type SearchState } from './search-state.ts'
import { decodeSearch, encodeSearch } from './url.ts'

/**
 * The search the address stands for. What Reset restores of a new search, and the id it is kept under, travel in the history entry,
 * so that they survive a reload and going back; what a saved search holds is told by whoever reads it from the device.
 */
export const useSearchUrl = (fresh: Criteria): SearchHandle => {
  const query = useSearch()
  const [path, navigate] = useLocation()
  const history: unknown = useHistoryState()
  const { previousSearch, draft, sheet, asked } = placeIn(history)
  const state = useMemo(() => decodeSearch(query, fresh), [query, fresh])
  const [seen, setSeen] = useState<{ saved: string; criteria: Criteria } | null>(null)
  const latest = useRef(state)
  const [resting] = useState(restingChange)
  useLayoutEffect(() => {
    latest.current = state
  }, [state])

  const here = encodeSearch(state)
  useEffect(() => {
    if (path !== links.newSearch()) return
    if (previousSearch === undefined || draft === undefined || here !== query)
      navigate(addressOf(state), {
        replace: true,
        state: {
          previousSearch: previousSearch ?? encodeSearch(startState(state.criteria)),
          draft: draft ?? uuidv7(),
          sheet,
          asked,
        },
      })
    // Only a new address without its place in the history, or one that is not written as we write it, is replaced.
  }, [path, here, query, previousSearch, draft, sheet, asked, state, navigate])

  return useMemo(() => {
    const change: SearchHandle['change'] = (edit, how = 'push') => {
      const next = edit(latest.current)
      if (encodeSearch(next) === encodeSearch(latest.current)) return
      latest.current = next
      // Under an open sheet Back closes the sheet, so what is chosen in it adds no entries.
      navigate(addressOf(next), {
        replace: how === 'replace' || sheet,
        state: { previousSearch, draft, sheet },
      })
    }
    const opened =
      previousSearch === undefined ? state.criteria : decodeSearch(previousSearch, fresh).criteria
    const saved = seen?.saved === state.saved ? seen?.criteria : undefined
    return {
      state,
      previous: state.saved === null ? opened : (saved ?? state.criteria),
      change,
      edit: (edit) => change((before) => withCriteria(before, edit(before.criteria))),
      draft,
      resting,
      see: (id, criteria) => setSeen({ saved: id, criteria }),
      within: null,
    }
  }, [state, previousSearch, draft, sheet, seen, resting, fresh, navigate])
}

/** The address of a search, its criteria written out. */
export const addressOf = (state: SearchState): string =>
  `${links.newSearch()}?${encodeSearch(state)}`
