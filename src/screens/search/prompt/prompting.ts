import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { proxy, useSnapshot } from 'valtio'
import { placeIn } from '../history-place.ts'
import { panel, revealFilter } from '../panel-state.ts'
import type { SearchHandle } from '../search-context.ts'
import { addressOf } from '../use-search-url.ts'

/** The words that were asked and are not applied yet, and the search they were asked over. */
const prompting = proxy<{ asked: { words: string; over: string } | null }>({ asked: null })

/** Reads words as a prompt over a search; `overOf` names the search. */
export const askPrompt = (words: string, over: string): void => {
  prompting.asked = { words, over }
}

/** Nothing waits to be applied any more. */
export const endPrompt = (): void => {
  prompting.asked = null
}

/** One name for as long as the same search is on the screen. */
export const overOf = ({ state, draft }: SearchHandle): string => state.saved ?? draft ?? ''

/** The words asked over the search on the screen; null while there are none. */
export const useAsked = (handle: SearchHandle): string | null => {
  const { asked } = useSnapshot(prompting)
  return asked !== null && handle.within === null && asked.over === overOf(handle)
    ? asked.words
    : null
}

/** Takes words that another screen handed over with the way here, or without any goes to the field; `sheet`: the filters lie over the results. */
export const useHandedPrompt = (handle: SearchHandle, sheet: boolean): void => {
  const [, navigate] = useLocation()
  const history: unknown = useHistoryState()
  const { asked, draft } = placeIn(history)
  const { state } = handle
  useEffect(() => {
    if (asked === undefined || draft === undefined) return
    if (asked.trim() === '') revealFilter('prompt', undefined)
    else {
      askPrompt(asked.trim(), draft)
      if (sheet) panel.sheet = true
    }
    navigate(addressOf(state), {
      replace: true,
      state: { ...placeIn(window.history.state), asked: undefined },
    })
  }, [asked, draft, sheet, state, navigate])
}
