import { sameCriteria } from '../criteria-edit.ts'
import type { SearchHandle } from '../search-context.ts'
import { useAsked } from './prompting.ts'

/** What the filter panel is at (spec 4): idle, or there is something to save; and the flags of prompt search. */
export type PanelMode = {
  mode: 'idle' | 'save action'
  /** Words were asked and wait to be applied: the filters step back until they are, or are cancelled. */
  aiAsked: boolean
  /** The criteria were told in words. */
  aiTold: boolean
}

export const usePanelMode = (handle: SearchHandle): PanelMode => {
  const { state, previous, within } = handle
  const aiAsked = useAsked(handle) !== null
  const unsaved = within === null && state.saved === null
  return {
    mode: unsaved && !sameCriteria(state.criteria, previous) ? 'save action' : 'idle',
    aiAsked,
    aiTold: state.prompt !== null,
  }
}
