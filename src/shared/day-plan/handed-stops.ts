import type { Category } from '../../../contract/records/records.ts'

/** `region`: the locations that the search was narrowed to. */
export type HandedStops = {
  category: Category
  ids: readonly string[]
  region?: readonly string[] | undefined
}

/** The state of the history entry that opens the plan of the day with records to add. */
export const handStops = (stops: HandedStops): object => ({ stops })

export const handedStopsIn = (state: unknown): HandedStops | null => {
  if (typeof state !== 'object' || state === null || !('stops' in state)) return null
  // Only `handStops` makes such a state.
  return state.stops as HandedStops
}
