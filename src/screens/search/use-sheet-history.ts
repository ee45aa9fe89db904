import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { placeIn } from './history-place.ts'
import { panel } from './panel-state.ts'
import type { SearchHandle } from './search-context.ts'
import type { SearchState } from './search-state.ts'
import { encodeSearch } from './url.ts'

/**
 * Gives the open filter sheet a history entry of its own, so that the browser's Back closes it and changes nothing else: what was
 * chosen in it stays. `shown`: the sheet lies over the page.
 */
export const useSheetHistory = ({ state, change }: SearchHandle, shown: boolean): void => {
  const [, navigate] = useLocation()
  const history: unknown = useHistoryState()
  const { sheet } = placeIn(history)
  const chosen = useRef<SearchState | null>(null)
  const step = useRef<'closed' | 'open' | 'leaving'>('closed')

  useLayoutEffect(() => {
    if (sheet) {
      if (step.current !== 'closed') chosen.current = state
      return
    }
    if (step.current === 'closed' || chosen.current === null) return
    // One step back: the entry below, with the search as it was before the sheet was opened.
    const kept = chosen.current
    chosen.current = null
    step.current = 'closed'
    panel.sheet = false
    if (encodeSearch(kept) !== encodeSearch(state)) change(() => kept)
  }, [sheet, state, change])

  useEffect(() => {
    const entry = placeIn(window.history.state)
    // `shown` may be of a moment before: what closes the sheet says so in `panel` first.
    if (shown && panel.sheet && step.current === 'closed') {
      step.current = 'open'
      chosen.current = state
      navigate(here(), { state: { ...entry, sheet: true }, replace: entry.sheet })
    } else if (!shown && step.current === 'open') {
      step.current = 'leaving'
      if (entry.sheet) window.history.back()
    } else if (!shown && step.current === 'closed' && entry.sheet)
      // Come back to by Forward, or by a reload: there is no sheet.
      navigate(here(), { state: { ...entry, sheet: false }, replace: true })
  }, [shown, sheet, state, navigate])
}

const here = (): string => location.pathname + location.search
