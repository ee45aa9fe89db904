import { proxy, ref } from 'valtio'
import type { RecordSource } from '../../../contract/money/credits.ts'
import type { Category } from '../../../contract/records/records.ts'

/** Records to unlock, and their name in sentences: 'Kim Wattle', '120 people'. */
export type ToUnlock = {
  category: Category
  source: RecordSource
  name: string
  trouble?: unknown
}

/** The unlock that the dialog is about, on any screen; null without a dialog. */
export const unlockStore = proxy<{ requested: ReturnType<typeof ref<ToUnlock>> | null }>({
  requested: null,
})

export const askToUnlock = (what: ToUnlock): void => {
  unlockStore.requested = ref(what)
}
