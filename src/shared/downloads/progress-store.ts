import { proxy } from 'valtio'
import type { HistoryRow } from '../../../contract/money/downloads.ts'

export type ProgressRequest = Pick<HistoryRow, 'requestId' | 'name' | 'status' | 'statusLabel'>

/** The user's requests in the bell, newest first; `unseen` counts those that ended since the user last looked. */
export const progressStore = proxy<{
  running: ProgressRequest[]
  ended: ProgressRequest[]
  unseen: number
}>({ running: [], ended: [], unseen: 0 })
