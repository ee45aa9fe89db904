import type { RecordView } from '../../../contract/records/records.ts'
import type { Distance } from '../../offline/pin-search.ts'

/** The records of a list in their order; only visible ones are loaded. */
export type Found = {
  total: number | undefined
  /** All ids in order, where the device has them; null where they load page by page. */
  ids: readonly string[] | null
  at: (index: number) => RecordView | undefined
  /** Reports which rows are visible. */
  need: (first: number, last: number) => void
  distances: ReadonlyMap<string, Distance>
  trouble: unknown
  retry: () => void
}

export const noDistances: ReadonlyMap<string, Distance> = new Map()
