import { addToListState } from './add-to-list-state.ts'
import { lastOpened, panel } from './panel-state.ts'
import { endPrompt } from './prompt/prompt-state.ts'
import { closeOverlays } from './saved/overlays.ts'
import { forgetScrolling } from '../../lib/scroll-memory.ts'
import { clearSelection } from './selection.ts'

let owner: object | null = null

/** Resets selection, scroll positions and the last opened record for another user or organisation. `memory` is an object that is unique to each (the query client). */
export const startClean = (memory: object): void => {
  if (owner === memory) return
  owner = memory
  clearSelection('company')
  clearSelection('people')
  lastOpened.company = null
  lastOpened.people = null
  panel.sheet = false
  addToListState.request = null
  endPrompt()
  closeOverlays()
  forgetScrolling()
}
