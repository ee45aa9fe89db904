import { useMemo } from 'react'
import type { Criteria } from '../../../contract/search/criteria.ts'
import { locationValues } from '../../../contract/search/filter-values.ts'
import { officesOf } from '../../shared/visits/locations.ts'
import type { Found } from './found.ts'
import type { SavedRow } from './saved-rows.ts'
import type { PinDocs } from './use-pinned-records.ts'

/** Named as in a location filter ('AU/WA'): those of the filters, those of the saved search, or the smallest one of all records. */
export const useRegion = (
  { saved }: SavedRow,
  criteria: Criteria,
  found: Found,
  docs: PinDocs | null,
): readonly string[] => {
  const ofSearch = saved.of === 'search' ? saved.value.filters['location'] : undefined
  const named = criteria.filters['location'] ?? ofSearch
  const first = found.at(0)
  return useMemo(() => {
    if (named !== undefined) return named
    if (docs !== null)
      return sharedLocation([...docs.values()].map(({ doc }) => doc.facets['location'] ?? []))
    const loaded = Array.from({ length: mostRead }, (_, index) => found.at(index))
    return sharedLocation(
      loaded.flatMap((view) =>
        view === undefined ? [] : [officesOf(view).flatMap((office) => locationValues(office))],
      ),
    )
    // Rows load page by page, and the first page decides.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [named, docs, first?.id, found.total])
}

const mostRead = 100

/** The smallest location that all of some sets hold; none where they share none. */
export const sharedLocation = (sets: readonly (readonly string[])[]): readonly string[] => {
  const [first = [], ...others] = sets.map((values) => new Set(values))
  const shared = [...first].filter((value) => others.every((values) => values.has(value)))
  const [smallest] = shared.toSorted((x, y) => depthOf(y) - depthOf(x))
  return smallest === undefined ? [] : [smallest]
}

const depthOf = (path: string): number => path.split('/').length
