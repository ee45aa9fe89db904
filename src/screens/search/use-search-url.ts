import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Criteria } from '../../../contract/search/criteria.ts'
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
  const [seen, setSeen] = useState<Seen | null>(null)
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
          previousSearch:
            previousSearch ?? encodeSearch({ ...startState(state.criteria), prompt: state.prompt }),
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
    const opened = previousSearch === undefined ? state : decodeSearch(previousSearch, fresh)
    const saved = seen?.saved === state.saved ? seen : null
    const before = state.saved === null ? opened : (saved ?? state)
    return {
      state,
      previous: before.criteria,
      reset: () =>
        change((now) => ({ ...withCriteria(now, before.criteria), prompt: before.prompt })),
      change,
      edit: (edit) => change((before) => withCriteria(before, edit(before.criteria))),
      draft,
      resting,
      see: (id, criteria, prompt) => setSeen({ saved: id, criteria, prompt }),
      within: null,
    }
  }, [state, previousSearch, draft, sheet, seen, resting, fresh, navigate])
}

/** A saved search as it was opened or last saved. */
type Seen = Pick<SearchState, 'criteria' | 'prompt'> & { saved: string }

/** The address of a search, its criteria written out. */
export const addressOf = (state: SearchState): string =>
  `${links.newSearch()}?${encodeSearch(state)}`
