import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Criteria } from '../../../contract/criteria.ts'
import { links } from '../../../contract/links.ts'
import type { SearchHandle } from './search-context.ts'
import { startState, withCriteria, type SearchState } from './search-state.ts'
import { decodeSearch, encodeSearch } from './url.ts'

/**
 * The search the address stands for. The snapshot that Reset restores travels in the history entry,
 * so that it survives a reload and going back.
 */
export const useSearchUrl = (fresh: Criteria): SearchHandle => {
  const query = useSearch()
  const [path, navigate] = useLocation()
  const history: unknown = useHistoryState()
  const snapshot = snapshotIn(history)
  const state = useMemo(() => decodeSearch(query, fresh), [query, fresh])
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  }, [state])

  const here = encodeSearch(state)
  useEffect(() => {
    if (path !== links.newSearch()) return
    if (snapshot === undefined || here !== query)
      navigate(addressOf(state), {
        replace: true,
        state: { previousSearch: snapshot ?? encodeSearch(startState(state.criteria)) },
      })
    // Only a new address without its snapshot, or one that is not written as we write it, is replaced.
  }, [path, here, query, snapshot, state, navigate])

  return useMemo(() => {
    const change: SearchHandle['change'] = (edit, how = 'push') => {
      const next = edit(latest.current)
      if (encodeSearch(next) === encodeSearch(latest.current)) return
      latest.current = next
      navigate(addressOf(next), { replace: how === 'replace', state: { previousSearch: snapshot } })
    }
    return {
      state,
      previous: snapshot === undefined ? state.criteria : decodeSearch(snapshot, fresh).criteria,
      change,
      edit: (edit) => change((before) => withCriteria(before, edit(before.criteria))),
    }
  }, [state, snapshot, fresh, navigate])
}

const addressOf = (state: SearchState): string => `${links.newSearch()}?${encodeSearch(state)}`

const snapshotIn = (history: unknown): string | undefined =>
  typeof history === 'object' &&
  history !== null &&
  'previousSearch' in history &&
  typeof history.previousSearch === 'string'
    ? history.previousSearch
    : undefined
