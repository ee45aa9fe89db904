import { proxy, ref } from 'valtio'
import { uuidv7 } from 'uuidv7'
import type { ToDownload } from '../downloads/download-store.ts'

export type ToPush = ToDownload & {
  connector: string
  /** The CRM's name. */
  label: string
}

/** With an id of its own each time: the CRM may have changed, and the same records again are another request. */
export type PushRequest = ToPush & { id: string }

/** The push that the dialog is about, on any screen; null without a dialog. */
export const pushStore = proxy<{ requested: ReturnType<typeof ref<PushRequest>> | null }>({
  requested: null,
})

export const askToPush = (what: ToPush): void => {
  pushStore.requested = ref({ ...what, id: uuidv7() })
}
