import type { SavedRow } from './saved-rows.ts'

/** Whether its records come from this device: offline, a partial copy is better than nothing; online, the server has the whole list. */
export const comesFromDevice = ({ pin }: SavedRow, offline: boolean): boolean =>
  pin !== null && (pin.fetchedAt > 0 || (offline && pin.done > 0))

/** Why the list can be neither sorted by distance nor filtered by visits; undefined where it can. */
export const whyNoCopy = (row: SavedRow, offline: boolean): string | undefined => {
  if (comesFromDevice(row, offline)) return undefined
  if (!row.isOnDevice) return 'This device can’t store lists right now.'
  return row.pin === null
    ? 'Make this list available offline to sort by distance and see visits.'
    : 'Sort by distance once this list is downloaded.'
}
