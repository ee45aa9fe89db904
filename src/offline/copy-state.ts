import { maxPinned } from '../../contract/saved-work/item.ts'
import { day } from './age.ts'
import type { Pin } from './rows.ts'

/**
 * downloading: `share` is null before the first page, `isPaused` while the server is unreachable. failed: never complete, and not
 * fetched any longer. ready: `isAgeing` after a day. old: 7 days or more, too old to rely on (product 2.13). `problem`: why a complete
 * copy is not updated.
 */
export type CopyState =
  | { is: 'none' }
  | { is: 'downloading'; share: number | null; isPaused: boolean }
  | { is: 'failed'; problem: string }
  | { is: 'ready'; at: number; isAgeing: boolean; problem: string | null }
  | { is: 'old'; days: number; problem: string | null }

/** `refusal`: why the copy is not fetched. `now` in ms since 1970. */
export const copyStateOf = (
  pin: Pick<Pin, 'state' | 'done' | 'total' | 'fetchedAt'> | null,
  { refusal, offline, now }: { refusal: string | null; offline: boolean; now: number },
): CopyState => {
  if (pin === null) return { is: 'none' }
  const { state, done, total, fetchedAt: at } = pin
  if (state !== 'ready') {
    if (refusal !== null) return { is: 'failed', problem: refusal }
    const whole = Math.min(total, maxPinned)
    return {
      is: 'downloading',
      share: whole === 0 ? null : Math.min(1, done / whole),
      isPaused: offline,
    }
  }
  const days = Math.floor((now - at) / day)
  return days >= 7
    ? { is: 'old', days, problem: refusal }
    : { is: 'ready', at, isAgeing: days >= 1, problem: refusal }
}
