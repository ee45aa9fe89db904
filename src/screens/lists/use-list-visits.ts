import { useMemo } from 'react'
import { useLastVisits, type LastVisits } from '../../shared/visits/last-visits.ts'
import type { PinDocs } from './use-pinned-records.ts'

export type ListVisits = {
  visits: LastVisits | undefined
  /** How many records were visited lately; null where none was. */
  progress: { done: number; of: number } | null
  /** The records that were not; null where the records are unknown. */
  rest: ReadonlySet<string> | null
}

export const useListVisits = (
  members: ReadonlySet<string> | null,
  docs: PinDocs | null,
): ListVisits => {
  const visits = useLastVisits()
  return useMemo(() => {
    const all = shownOf(members, docs)
    if (visits === undefined || all === null) return { visits, progress: null, rest: null }
    const rest = new Set([...all].filter((id) => !visits.has(id)))
    const done = all.size - rest.size
    return { visits, progress: done === 0 ? null : { done, of: all.size }, rest }
  }, [visits, members, docs])
}

/** A copy has no suppressed records: the list shows none either. */
const shownOf = (members: ReadonlySet<string> | null, docs: PinDocs | null) => {
  if (docs === null) return members
  return members === null
    ? new Set(docs.keys())
    : new Set([...members].filter((id) => docs.has(id)))
}
