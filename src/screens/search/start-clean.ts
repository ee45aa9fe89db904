import { adding } from './adding.ts'
import { lastOpened, panel } from './panel-state.ts'
import { endPrompt } from './prompt/prompting.ts'
import { closeOverlays } from './saved/overlays.ts'
import { forgetScrolling } from './scroll-memory.ts'
import { clearSelection } from './selection.ts'

let owner: object | null = null

/**
 * Selection, scrolling and the last opened record belong to one person in one organisation. `memory` is what the app keeps
 * one of for each of them (the query client): with another one everything starts clean.
 */
export const startClean = (memory: object): void => {
  if (owner === memory) return
  owner = memory
  clearSelection('company')
  clearSelection('people')
  lastOpened.company = null
  lastOpened.people = null
  panel.sheet = false
  adding.asked = null
  endPrompt()
  closeOverlays()
  forgetScrolling()
}
