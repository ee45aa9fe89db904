import { proxy } from 'valtio'
import type { Occasion, SyncState } from '../../offline/sync.ts'

/** How far this page is with sending and reading; whoever runs it writes it here. */
export const syncing = proxy<{ state: SyncState }>({ state: { is: 'idle' } })

const running = new Set<(occasion: Occasion) => void>()

/** Registers what runs. Returns how to take it back. */
export const runsSync = (poke: (occasion: Occasion) => void): (() => void) => {
  running.add(poke)
  return () => void running.delete(poke)
}

/** Tries to send and to read now, without waiting for the next occasion. */
export const syncNow = (): void => {
  for (const poke of running) poke('asked')
}
