import { useMemo } from 'react'
import type { Criteria } from '../../../contract/search/criteria.ts'
import { locationValues } from '../../../contract/search/filter-values.ts'
import { officesOf } from '../../shared/visits/locations.ts'
import { regionOf } from '../../shared/visits/region.ts'
import type { Found } from './found.ts'
import type { SavedRow } from './saved-rows.ts'
import type { PinDocs } from './use-pinned-records.ts'

/** The region of a list, with the filters of the screen. */
export const useRegion = (
  { saved, name }: SavedRow,
  criteria: Criteria,
  found: Found,
  docs: PinDocs | null,
): readonly string[] => {
  const ofSearch = saved.of === 'search' ? saved.value.filters['location'] : undefined
  const filtered = criteria.filters['location'] ?? ofSearch
  const first = found.at(0)
  return useMemo(() => {
    const sets = (): (readonly string[])[] =>
      docs === null
        ? Array.from({ length: mostRead }, (_, index) => found.at(index)).flatMap((view) =>
            view === undefined ? [] : [officesOf(view).flatMap((office) => locationValues(office))],
          )
        : [...docs.values()].map(({ doc }) => doc.facets['location'] ?? [])
    return regionOf({ filtered, sets, name })
    // Rows load page by page, and the first page decides.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [filtered, docs, name, first?.id, found.total])
}

const mostRead = 100
