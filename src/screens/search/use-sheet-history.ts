import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { parseHistoryState } from './history-state.ts'
import { panel } from './panel-state.ts'
import type { SearchHandle } from './search-context.ts'
import type { SearchState } from './search-state.ts'
import { encodeSearch } from './url.ts'

/** Gives the open filter sheet its own history entry, so that Back closes it and keeps what was chosen. `shown` says that the sheet is open. */
export const useSheetHistory = ({ state, change }: SearchHandle, shown: boolean): void => {
  const [, navigate] = useLocation()
  const history: unknown = useHistoryState()
  const { sheet } = parseHistoryState(history)
  const chosen = useRef<SearchState | null>(null)
  const step = useRef<'closed' | 'open' | 'leaving'>('closed')

  useLayoutEffect(() => {
    if (sheet) {
      if (step.current !== 'closed') chosen.current = state
      return
    }
    if (step.current === 'closed' || chosen.current === null) return
    // Goes back to the entry below, which still has the search from before the sheet opened.
    const chosenState = chosen.current
    chosen.current = null
    step.current = 'closed'
    panel.sheet = false
    if (encodeSearch(chosenState) !== encodeSearch(state)) change(() => chosenState)
  }, [sheet, state, change])

  useEffect(() => {
    const entry = parseHistoryState(window.history.state)
    // `shown` may be stale: `panel` changes first.
    if (shown && panel.sheet && step.current === 'closed') {
      step.current = 'open'
      chosen.current = state
      navigate(currentAddress(), { state: { ...entry, sheet: true }, replace: entry.sheet })
    } else if (!shown && step.current === 'open') {
      step.current = 'leaving'
      if (entry.sheet) window.history.back()
    } else if (!shown && step.current === 'closed' && entry.sheet)
      // Reached by Forward or a reload: there is no sheet.
      navigate(currentAddress(), { state: { ...entry, sheet: false }, replace: true })
  }, [shown, sheet, state, navigate])
}

const currentAddress = (): string => location.pathname + location.search
