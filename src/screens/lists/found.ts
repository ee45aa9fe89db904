import type { RecordView } from '../../../contract/records/records.ts'
import type { Distance } from '../../offline/pin-search.ts'

/** The records of a list in their order, of which those one sees are at hand. */
export type Found = {
  /** How many there are; undefined until that is known. */
  total: number | undefined
  /** All of them in their order, where the device has them; null where they come page by page. */
  ids: readonly string[] | null
  /** Undefined while it is on its way. */
  at: (index: number) => RecordView | undefined
  /** Says which rows are seen. */
  need: (first: number, last: number) => void
  distances: ReadonlyMap<string, Distance>
  trouble: unknown
  retry: () => void
}

export const noDistances: ReadonlyMap<string, Distance> = new Map()
