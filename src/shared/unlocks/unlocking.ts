import { proxy, ref } from 'valtio'
import type { RecordSource } from '../../../contract/money/credits.ts'
import type { Category } from '../../../contract/records/records.ts'

/** Records to unlock, and how one calls them: 'Kim Wattle', '120 people'. */
export type ToUnlock = {
  category: Category
  source: RecordSource
  name: string
  /** Why it was not done just now, where it was tried. */
  trouble?: unknown
}

/** What is asked to be unlocked, here and whichever screen follows; null where nothing is. */
export const unlocking = proxy<{ asked: ReturnType<typeof ref<ToUnlock>> | null }>({ asked: null })

/** Asks for the price of unlocking records, and unlocks them once it is agreed to. */
export const askToUnlock = (what: ToUnlock): void => {
  unlocking.asked = ref(what)
}
