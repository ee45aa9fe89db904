import * as z from 'zod/mini'
import type { Keys } from './browser.ts'

const wipeKey = 'fieldbook.wipe-pending'
const revokeKey = 'fieldbook.revoke-pending'
const epochKey = 'fieldbook.epoch'

/** What is still to be deleted: everything, or databases and caches by name. */
export type Wipe = 'everything' | string[]
const Wipe = z.union([z.literal('everything'), z.array(z.string())])

/** The wipe that was begun and is not known to be complete, or null. Damaged means everything: too much is the lesser failure. */
export const pendingWipeIn = (local: Keys | null): Wipe | null => {
  const text = read(local, wipeKey)
  return text === null ? null : wipeFrom(text)
}

/** Notes what is to be deleted, beside what already was; null once it is done. */
export const noteWipe = (local: Keys | null, wipe: Wipe | null): void =>
  write(local, wipeKey, wipe === null ? null : JSON.stringify(wipe))

/** Whether a storage event tells that another tab began to leave. */
export const tellsOfLeaving = (event: Event): boolean =>
  'key' in event &&
  event.key === wipeKey &&
  'newValue' in event &&
  typeof event.newValue === 'string' &&
  wipeFrom(event.newValue) === 'everything'

/** Whether this device signed out and the sign-in service does not know yet. The note says nothing of who it was. */
export const owesRevoke = (local: Keys | null): boolean => read(local, revokeKey) !== null

export const noteRevoke = (local: Keys | null, owed: boolean): void =>
  write(local, revokeKey, owed ? 'owed' : null)

/** Changes with every sign-out on this device; null before the first. */
export const epochIn = (local: Keys | null): string | null => read(local, epochKey)

/** Notes in a tab's own storage to which epoch what it holds belongs; true where it held something of an earlier one. */
export const enterEpoch = (session: Keys | null, epoch: string | null): boolean => {
  if (epochIn(session) === epoch) return false
  write(session, epochKey, epoch)
  return true
}

export const nextEpoch = (local: Keys | null): void => {
  const last = Number(epochIn(local) ?? 0)
  write(local, epochKey, String(Number.isSafeInteger(last) ? last + 1 : 1))
}

const wipeFrom = (text: string): Wipe => {
  try {
    return z.parse(Wipe, JSON.parse(text))
  } catch {
    return 'everything'
  }
}

const read = (local: Keys | null, key: string): string | null => {
  try {
    return local?.getItem(key) ?? null
  } catch {
    return null
  }
}

const write = (local: Keys | null, key: string, value: string | null): void => {
  try {
    if (value === null) local?.removeItem(key)
    else local?.setItem(key, value)
  } catch {
    // Refused or full: the wipe runs all the same, it is only not resumed where it is killed.
  }
}
