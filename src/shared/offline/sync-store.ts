import { proxy } from 'valtio'
import type { Occasion, SyncState } from '../../offline/sync-reducer.ts'

/** `justSent`: how many edits made offline were all sent a moment ago, otherwise null. */
export const syncStore = proxy<{ state: SyncState; justSent: number | null }>({
  state: { is: 'idle' },
  justSent: null,
})

const running = new Set<(occasion: Occasion) => void>()

/** Registers a running sync. Returns how to unregister. */
export const registerSync = (poke: (occasion: Occasion) => void): (() => void) => {
  running.add(poke)
  return () => void running.delete(poke)
}

export const syncNow = (): void => {
  for (const poke of running) poke('requested')
}
