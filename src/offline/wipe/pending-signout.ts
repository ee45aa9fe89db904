import * as z from 'zod/mini'
import type { Keys } from '../browser.ts'

const wipeKey = 'fieldbook.wipe-pending'
const revokeKey = 'fieldbook.revoke-pending'
const epochKey = 'fieldbook.epoch'

/** What is left to delete: everything, or databases and caches by name. */
export type Wipe = 'everything' | string[]
const Wipe = z.union([z.literal('everything'), z.array(z.string())])

/** The unfinished wipe, or null. A damaged note means everything: deleting too much is the lesser failure. */
export const readPendingWipe = (local: Keys | null): Wipe | null => {
  const text = read(local, wipeKey)
  return text === null ? null : parseWipe(text)
}

export const savePendingWipe = (local: Keys | null, wipe: Wipe | null): void =>
  write(local, wipeKey, wipe === null ? null : JSON.stringify(wipe))

export const isSignOutEvent = (event: Event): boolean =>
  'key' in event &&
  event.key === wipeKey &&
  'newValue' in event &&
  typeof event.newValue === 'string' &&
  parseWipe(event.newValue) === 'everything'

/** Whether the sign-in service has yet to learn of a sign-out. The note does not identify the user. */
export const readPendingRevoke = (local: Keys | null): boolean => read(local, revokeKey) !== null

export const savePendingRevoke = (local: Keys | null, owed: boolean): void =>
  write(local, revokeKey, owed ? 'owed' : null)

/** The session epoch: it changes with every sign-out; null before the first. */
export const readEpoch = (local: Keys | null): string | null => read(local, epochKey)

/** Stores in the tab's own storage which epoch its content belongs to; true where it had content of an earlier one. */
export const enterEpoch = (session: Keys | null, epoch: string | null): boolean => {
  if (readEpoch(session) === epoch) return false
  write(session, epochKey, epoch)
  return true
}

export const advanceEpoch = (local: Keys | null): void => {
  const last = Number(readEpoch(local) ?? 0)
  write(local, epochKey, String(Number.isSafeInteger(last) ? last + 1 : 1))
}

const parseWipe = (text: string): Wipe => {
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
    // Storage is refused or full: the wipe runs, but cannot resume if the page is killed.
  }
}
