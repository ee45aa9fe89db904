import { proxy } from 'valtio'
import type { HistoryRow } from '../../../contract/money/downloads.ts'

/** A request of the user that runs or ended. */
export type ProgressRequest = Pick<HistoryRow, 'requestId' | 'name' | 'status' | 'statusLabel'>

/**
 * The user's requests in the bell, newest first; `unseen` counts those that ended since the user last
 * looked, `justEnded` is the last that ended while the app was open.
 */
export const progressStore = proxy<{
  running: ProgressRequest[]
  ended: ProgressRequest[]
  unseen: number
  justEnded: ProgressRequest | null
}>({ running: [], ended: [], unseen: 0, justEnded: null })
