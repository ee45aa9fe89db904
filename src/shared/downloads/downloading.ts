import { proxy, ref } from 'valtio'
import type { RecordSource } from '../../../contract/money/credits.ts'
import type { Category } from '../../../contract/records/records.ts'

/** Records to take out in a file, and how the file is called unless one says otherwise: 'Perth builders'. */
export type ToDownload = { category: Category; source: RecordSource; name: string }

/** What is asked to be downloaded, on this screen and whichever follows; null where nothing is. */
export const downloading = proxy<{ asked: ReturnType<typeof ref<ToDownload>> | null }>({
  asked: null,
})

/** Asks how the file is to be and what it costs, and requests it once that is agreed to. */
export const askToDownload = (what: ToDownload): void => {
  downloading.asked = ref(what)
}
