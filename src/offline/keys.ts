import type { Keys } from './browser.ts'
import { atSignOut, type StoreKind } from './device-stores.ts'

/** Deletes from local or session storage what goes at sign-out. Never throws. */
export const emptyKeys = (keys: Keys | null, kind: StoreKind): void => {
  try {
    for (const key of keys?.keys() ?? []) emptyKey(keys, kind, key)
  } catch {
    // Refused meanwhile: then nobody else can read it either.
  }
}

const emptyKey = (keys: Keys | null, kind: StoreKind, key: string): void => {
  const fate = atSignOut(kind, key)
  if (fate === 'stays') return
  if (fate === 'goes') return keys?.removeItem(key)
  try {
    keys?.setItem(key, fate(keys.getItem(key) ?? ''))
  } catch {
    // Damaged: nothing in it is worth keeping.
    keys?.removeItem(key)
  }
}
