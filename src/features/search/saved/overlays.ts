import { proxy } from 'valtio'
import type { SavedSearch } from '../../../../contract/searches.ts'

/** What is asked in a dialog about a search: its name. */
export type Asked =
  | { about: 'save' }
  | { about: 'copy' }
  | { about: 'rename'; id: string }
  | { about: 'convert'; rid: string }

/** What was just done, told above the results until it is put away. */
export type Notice = { did: 'saved'; id: string; name: string } | { did: 'deleted'; name: string }

/** What lies over the search screen for saved and recent searches. */
export const overlays = proxy<{ list: boolean; asked: Asked | null; notice: Notice | null }>({
  list: false,
  asked: null,
  notice: null,
})

/** Held beside the notice for its undo; the criteria need no watching. */
let deleted: SavedSearch | null = null

export const tellSaved = (id: string, name: string): void => {
  overlays.notice = { did: 'saved', id, name }
}

export const tellDeleted = (search: SavedSearch): void => {
  deleted = search
  overlays.notice = { did: 'deleted', name: search.name }
}

/** The search whose deletion is being told. */
export const deletedSearch = (): SavedSearch | null => deleted

export const closeNotice = (): void => {
  deleted = null
  overlays.notice = null
}

/** Nothing of one person under the next. */
export const closeOverlays = (): void => {
  overlays.list = false
  overlays.asked = null
  closeNotice()
}
