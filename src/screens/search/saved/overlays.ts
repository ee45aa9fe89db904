import { proxy } from 'valtio'
import type { Local } from '../../../offline/outbox.ts'

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

type TakeBack = (local: Local) => Promise<unknown>

/** Held beside the notice for its undo; what was deleted needs no watching. */
let takeBack: TakeBack | null = null

export const tellSaved = (id: string, name: string): void => {
  overlays.notice = { did: 'saved', id, name }
}

/** `name` as the notice says it; `undo` brings it back. */
export const tellDeleted = (name: string, undo: TakeBack): void => {
  takeBack = undo
  overlays.notice = { did: 'deleted', name }
}

/** Brings back the search whose deletion is being told. */
export const undoDeletion = async (local: Local): Promise<void> => {
  await takeBack?.(local)
  closeNotice()
}

export const closeNotice = (): void => {
  takeBack = null
  overlays.notice = null
}

/** Nothing of one person under the next. */
export const closeOverlays = (): void => {
  overlays.list = false
  overlays.asked = null
  closeNotice()
}
