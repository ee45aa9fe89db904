import type { TroubleKind } from '../../offline/trouble.ts'
import { useStorageTrouble } from './device.tsx'

/** What keeps this device from answering, where it has not (`useLive` gave undefined); null where it has, or still may. */
export const useUnread = (answer: unknown): TroubleKind | null => {
  const trouble = useStorageTrouble()
  return answer === undefined && trouble !== 'slow' ? trouble : null
}

/** Why nothing is offered that has to be kept here, where this browser lets nothing be stored; undefined where something may be. */
export const useNothingKept = (): string | undefined =>
  useStorageTrouble() === 'refused' ? 'This device can’t save changes right now.' : undefined

/** What to do about it, in words that follow 'To see them here, '; what is wrong stands above every screen. */
export const adviceOn = (trouble: TroubleKind): string => advice[trouble]

const advice: Record<TroubleKind, string> = {
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
