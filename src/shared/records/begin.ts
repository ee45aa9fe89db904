import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

/** What a screen starts with when quick search opens it. */
export type Begin = 'visit' | 'new list'

/** The state of a history entry whose screen starts with `begin`, besides what it says already. */
export const beginState = (begin: Begin | undefined, before: unknown = null): object => ({
  ...(typeof before === 'object' && before),
  begin,
})

/** Calls `start` when the screen is opened to start with this, once: going back does not start it again. */
export const useBegin = (begin: Begin, start: () => void): void => {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const state: unknown = useHistoryState()
  const begins = beginOf(state) === begin
  const onBegin = useEffectEvent(() => {
    navigate(query === '' ? path : `${path}?${query}`, {
      replace: true,
      state: beginState(undefined, state),
    })
    start()
  })
  useEffect(() => {
    if (begins) onBegin()
  }, [begins])
}

const beginOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'begin' in state ? state.begin : undefined
