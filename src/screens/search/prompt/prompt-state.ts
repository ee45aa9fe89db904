import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { proxy, useSnapshot } from 'valtio'
import { parseHistoryState } from '../history-state.ts'
import type { SearchHandle } from '../search-context.ts'
import { addressOf } from '../use-search-url.ts'

const promptState = proxy<{
  pending: { text: string; over: string } | null
  /** The piece of its answer that is explained. */
  explained: number | null
}>({ pending: null, explained: null })

export const useExplained = (): number | null => useSnapshot(promptState).explained

export const explain = (piece: number | null): void => {
  promptState.explained = piece
}

/** Closes the explanation, otherwise the answer; returns which it was. */
export const closeLayer = (): 'explanation' | 'answer' | null => {
  const { pending, explained } = promptState
  if (explained === null) endPrompt()
  promptState.explained = null
  return explained !== null ? 'explanation' : pending !== null ? 'answer' : null
}

export const askPrompt = (text: string, over: string): void => {
  promptState.pending = { text, over }
  promptState.explained = null
}

export const endPrompt = (): void => {
  promptState.pending = null
  promptState.explained = null
}

/** A stable name of the search on the screen. */
export const overOf = ({ state, draft }: SearchHandle): string => state.saved ?? draft ?? ''

export const usePendingPrompt = (handle: SearchHandle): string | null => {
  const { pending } = useSnapshot(promptState)
  return pending !== null && handle.within === null && pending.over === overOf(handle)
    ? pending.text
    : null
}

export const queryLineId = 'query-line'

/** Starts a prompt that another screen passed on; focuses the field for an empty one. */
export const useHandedPrompt = (handle: SearchHandle): void => {
  const [, navigate] = useLocation()
  const history: unknown = useHistoryState()
  const { initialPrompt, draft } = parseHistoryState(history)
  const { state } = handle
  useEffect(() => {
    if (initialPrompt === undefined || draft === undefined) return
    if (initialPrompt.trim() !== '') askPrompt(initialPrompt.trim(), draft)
    else document.querySelector<HTMLElement>(`#${queryLineId} textarea`)?.focus()
    navigate(addressOf(state), {
      replace: true,
      state: { ...parseHistoryState(window.history.state), initialPrompt: undefined },
    })
  }, [initialPrompt, draft, state, navigate])
}
