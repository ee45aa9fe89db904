import { proxy } from 'valtio'
import type { Local } from '../../../offline/outbox.ts'

export type NameQuestion =
  | { about: 'save' }
  | { about: 'copy' }
  | { about: 'rename'; id: string }
  | { about: 'convert'; rid: string }

/** A message above the results, until it is dismissed. */
export type SnackbarMessage =
  | { did: 'saved'; id: string; name: string }
  | { did: 'deleted'; name: string }

export const overlays = proxy<{
  list: boolean
  question: NameQuestion | null
  snackbar: SnackbarMessage | null
}>({
  list: false,
  question: null,
  snackbar: null,
})

type TakeBack = (local: Local) => Promise<unknown>

/** Outside the proxy: IndexedDB cannot store proxies, and nothing subscribes to it. */
let takeBack: TakeBack | null = null

export const showSaved = (id: string, name: string): void => {
  overlays.snackbar = { did: 'saved', id, name }
}

export const showDeleted = (name: string, undo: TakeBack): void => {
  takeBack = undo
  overlays.snackbar = { did: 'deleted', name }
}

export const undoDeletion = async (local: Local): Promise<void> => {
  await takeBack?.(local)
  closeSnackbar()
}

export const closeSnackbar = (): void => {
  takeBack = null
  overlays.snackbar = null
}

/** A new session starts without the previous user's overlays. */
export const closeOverlays = (): void => {
  overlays.list = false
  overlays.question = null
  closeSnackbar()
}
