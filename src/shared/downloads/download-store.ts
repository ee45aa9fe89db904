import { proxy, ref } from 'valtio'
import type { RecordSource } from '../../../contract/money/credits.ts'
import type { Category } from '../../../contract/records/records.ts'

export type ToDownload = { category: Category; source: RecordSource; name: string }

/** The download that the dialog is about, on any screen; null without a dialog. */
export const downloadStore = proxy<{ requested: ReturnType<typeof ref<ToDownload>> | null }>({
  requested: null,
})

export const askToDownload = (what: ToDownload): void => {
  downloadStore.requested = ref(what)
}
