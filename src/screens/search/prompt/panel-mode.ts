import { sameCriteria } from '../criteria-edit.ts'
import type { SearchHandle } from '../search-context.ts'
import { usePendingPrompt } from './prompt-state.ts'

/** The state of the filter panel (spec 4): idle or something to save, and the flags of prompt search. */
export type PanelMode = {
  mode: 'idle' | 'save action'
  /** A prompt waits to be applied: the filters step back until it is applied or cancelled. */
  isAiPending: boolean
  /** The criteria come from a prompt. */
  hasAiPrompt: boolean
}

export const usePanelMode = (handle: SearchHandle): PanelMode => {
  const { state, previous, within } = handle
  const isAiPending = usePendingPrompt(handle) !== null
  const unsaved = within === null && state.saved === null
  return {
    mode: unsaved && !sameCriteria(state.criteria, previous) ? 'save action' : 'idle',
    isAiPending,
    hasAiPrompt: state.prompt !== null,
  }
}
