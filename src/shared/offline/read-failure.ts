import type { StorageErrorKind } from '../../offline/storage-error.ts'
import { useStorageError } from './device.tsx'

/** The storage error behind a missing answer (`useLive` gave undefined); null where the answer exists or may still come. */
export const useReadFailure = (answer: unknown): StorageErrorKind | null => {
  const trouble = useStorageError()
  return answer === undefined && trouble !== 'slow' ? trouble : null
}

/** Why edits are disabled, where this browser refuses storage; undefined where edits are possible. */
export const useStorageRefusal = (): string | undefined =>
  useStorageError() === 'refused' ? 'This device can’t save changes right now.' : undefined

/** Advice that follows 'To see them here, '; a banner above every screen names the problem. */
export const adviceOn = (trouble: StorageErrorKind): string => advice[trouble]

const advice: Record<StorageErrorKind, string> = {
  full: 'free up space on this device and reload this page',
  refused: 'open Fieldbook in a normal window with storage allowed',
  damaged: 'reload this page',
  lost: 'reload this page',
  newer: 'reload this page to get the newer version',
  replaced: 'reload this page to get the newer version',
  closed: 'reload this page',
  slow: 'wait for this device’s storage to respond',
  stuck: 'close other tabs of Fieldbook and reload this one',
  failed: 'reload this page',
}
