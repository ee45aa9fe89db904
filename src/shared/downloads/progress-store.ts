import { proxy } from 'valtio'
import type { HistoryRow } from '../../../contract/money/downloads.ts'

/** A request of one's own that runs, or ended while the app was open. */
export type ToldRequest = Pick<HistoryRow, 'requestId' | 'name' | 'status' | 'statusLabel'>

/** What the bell tells of one's own requests, the newest first; `unseen` ended since it was last looked at. */
export const requestsTold = proxy<{ running: ToldRequest[]; ended: ToldRequest[]; unseen: number }>(
  { running: [], ended: [], unseen: 0 },
)
