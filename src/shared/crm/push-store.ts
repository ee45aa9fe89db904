import { proxy, ref } from 'valtio'
import type { ToDownload } from '../downloads/download-store.ts'

export type ToPush = ToDownload & {
  connector: string
  /** The CRM's name. */
  label: string
}

/** The push that the dialog is about, on any screen; null without a dialog. */
export const pushStore = proxy<{ requested: ReturnType<typeof ref<ToPush>> | null }>({
  requested: null,
})

export const askToPush = (what: ToPush): void => {
  pushStore.requested = ref(what)
}
