import { useLocation } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import { lastOpened, panel } from './panel-state.ts'
import type { SearchHandle } from './search-context.ts'
import { withOpen } from './search-state.ts'

/** Opens a record of the results: beside them in a wide window, otherwise on its own address; going back restores the search. One that is open when the window narrows stays open. */
export const useOpenRecord = ({ state, change }: SearchHandle, beside: boolean) => {
  const [, navigate] = useLocation()
  return {
    opened: state.open,
    open: (id: string): void => {
      lastOpened[state.tab] = id
      panel.focusRecord = true
      if (beside) change((now) => withOpen(now, id), state.open === null ? 'push' : 'replace')
      else navigate(recordLink(state.tab, id))
    },
    /** While a record is open, the arrow keys open the next one. */
    follow: (id: string): void => {
      if (state.open === null) return
      lastOpened[state.tab] = id
      panel.focusRecord = false
      change((now) => withOpen(now, id), 'replace')
    },
    close: (): void => {
      const row = state.open === null ? null : document.querySelector(`[data-row="${state.open}"]`)
      change((now) => withOpen(now, null), 'replace')
      if (row instanceof HTMLElement) row.focus()
    },
  }
}
