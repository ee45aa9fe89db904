import type { Keys } from '../browser.ts'
import { atSignOut, type StoreKind } from '../device-stores.ts'

/** Deletes the keys that go at sign-out from local or session storage. Never throws. */
export const clearKeys = (keys: Keys | null, kind: StoreKind): void => {
  try {
    for (const key of keys?.keys() ?? []) clearKey(keys, kind, key)
  } catch {
    // Storage is refused now, so nothing in it can be read either.
  }
}

const clearKey = (keys: Keys | null, kind: StoreKind, key: string): void => {
  const fate = atSignOut(kind, key)
  if (fate === 'stays') return
  if (fate === 'goes') return keys?.removeItem(key)
  try {
    keys?.setItem(key, fate(keys.getItem(key) ?? ''))
  } catch {
    keys?.removeItem(key)
  }
}
