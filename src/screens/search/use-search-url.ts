import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Criteria } from '../../../contract/search/criteria.ts'
import type { Point } from '../../../contract/search/distance.ts'
import { links } from '../../../contract/links.ts'
import { useRememberSearch } from '../../shared/search/last-search.ts'
import { parseHistoryState } from './history-state.ts'
import { createPendingChange } from './pending-change.ts'
import type { SearchHandle } from './search-context.ts'
import { startState, withCriteria, type SearchState } from './search-state.ts'
import { decodeSearch, encodeSearch, stateAt, type SearchAddress } from './url.ts'

/** The history entry holds what Reset restores and the id of a recent search, so they survive a reload and going back. */
export const useSearchUrl = (
  address: SearchAddress,
  fresh: Criteria,
  position: Point | null,
): SearchHandle => {
  const [path, navigate] = useLocation()
  const history: unknown = useHistoryState()
  const { previousSearch, draft, sheet, initialPrompt, onDevice } = parseHistoryState(history)
  const state = useMemo(() => stateAt(address, fresh), [address, fresh])
  const [seen, setSeen] = useState<Seen | null>(null)
  const latest = useRef(state)
  const [pendingChange] = useState(createPendingChange)
  useLayoutEffect(() => {
    latest.current = state
  }, [state])

  const canonical = encodeSearch(state)
  useEffect(() => {
    if (path !== links.newSearch()) return
    if (previousSearch === undefined || draft === undefined || canonical !== address.query)
      navigate(addressOf(state), {
        replace: true,
        state: {
          previousSearch:
            previousSearch ?? encodeSearch({ ...startState(state.criteria), prompt: state.prompt }),
          draft: draft ?? uuidv7(),
          sheet,
          initialPrompt,
          onDevice,
        },
      })
    // Replaces only an address without history state, or one that is not canonical.
  }, [
    path,
    canonical,
    address,
    previousSearch,
    draft,
    sheet,
    initialPrompt,
    onDevice,
    state,
    navigate,
  ])

  const remember = useEffectEvent(useRememberSearch())
  useEffect(() => {
    if (path === links.newSearch() && draft !== undefined)
      remember({ href: addressOf(state), state: { previousSearch, draft } })
  }, [path, state, previousSearch, draft])

  return useMemo(() => {
    const change: SearchHandle['change'] = (edit, how = 'push') => {
      const next = edit(latest.current)
      if (encodeSearch(next) === encodeSearch(latest.current)) return
      latest.current = next
      // Under an open sheet, Back closes the sheet, so changes in it add no entries.
      navigate(addressOf(next), {
        replace: how === 'replace' || sheet,
        state: { previousSearch, draft, sheet },
      })
    }
    const opened =
      previousSearch === undefined ? state : decodeSearch(previousSearch, fresh, position)
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
      pendingChange,
      see: (id, criteria, prompt) => setSeen({ saved: id, criteria, prompt }),
      within: null,
    }
  }, [state, previousSearch, draft, sheet, seen, pendingChange, fresh, position, navigate])
}

type Seen = Pick<SearchState, 'criteria' | 'prompt'> & { saved: string }

export const addressOf = (state: SearchState): string =>
  `${links.newSearch()}?${encodeSearch(state)}`
