import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { proxy, useSnapshot } from 'valtio'
import { parseHistoryState } from '../history-state.ts'
import { panel, revealFilter } from '../panel-state.ts'
import type { SearchHandle } from '../search-context.ts'
import { addressOf } from '../use-search-url.ts'

/** The prompt that is not applied yet, and the search it belongs to. */
const promptState = proxy<{ pending: { text: string; over: string } | null }>({ pending: null })

/** Starts a prompt for a search; `overOf` names the search. */
export const askPrompt = (text: string, over: string): void => {
  promptState.pending = { text, over }
}

export const endPrompt = (): void => {
  promptState.pending = null
}

/** A stable name of the search on the screen. */
export const overOf = ({ state, draft }: SearchHandle): string => state.saved ?? draft ?? ''

/** The pending prompt of the search on the screen; null without one. */
export const usePendingPrompt = (handle: SearchHandle): string | null => {
  const { pending } = useSnapshot(promptState)
  return pending !== null && handle.within === null && pending.over === overOf(handle)
    ? pending.text
    : null
}

/** Starts a prompt that another screen passed on, otherwise focuses the field; `sheet` says that the filters are a sheet. */
export const useHandedPrompt = (handle: SearchHandle, sheet: boolean): void => {
  const [, navigate] = useLocation()
  const history: unknown = useHistoryState()
  const { initialPrompt, draft } = parseHistoryState(history)
  const { state } = handle
  useEffect(() => {
    if (initialPrompt === undefined || draft === undefined) return
    if (initialPrompt.trim() === '') revealFilter('prompt', undefined)
    else {
      askPrompt(initialPrompt.trim(), draft)
      if (sheet) panel.sheet = true
    }
    navigate(addressOf(state), {
      replace: true,
      state: { ...parseHistoryState(window.history.state), initialPrompt: undefined },
    })
  }, [initialPrompt, draft, sheet, state, navigate])
}
