import { useMemo } from 'react'
import type { Criteria } from '../../../contract/search/criteria.ts'
import { locationValues } from '../../../contract/search/filter-values.ts'
import { townLabel } from '../../../contract/search/filters.ts'
import { foldText } from '../../../contract/search/search-doc.ts'
import { officesOf } from '../../shared/visits/locations.ts'
import type { Found } from './found.ts'
import type { SavedRow } from './saved-rows.ts'
import type { PinDocs } from './use-pinned-records.ts'

/** Named as in a location filter ('AU/WA'): those of the filters, those of the saved search, or the smallest one of all records. */
export const useRegion = (
  { saved, name }: SavedRow,
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
      return sharedLocation(
        [...docs.values()].map(({ doc }) => doc.facets['location'] ?? []),
        name,
      )
    const loaded = Array.from({ length: mostRead }, (_, index) => found.at(index))
    return sharedLocation(
      loaded.flatMap((view) =>
        view === undefined ? [] : [officesOf(view).flatMap((office) => locationValues(office))],
      ),
      name,
    )
    // Rows load page by page, and the first page decides.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [named, docs, name, first?.id, found.total])
}

const mostRead = 100

/**
 * The smallest location that all of some sets hold; none where they share none. Large companies have offices in every state: of several such
 * locations, the one in the name of the list, or else where fewer companies are.
 */
export const sharedLocation = (
  sets: readonly (readonly string[])[],
  name: string,
): readonly string[] => {
  const [first = [], ...others] = sets.map((values) => new Set(values))
  const shared = [...first].filter((value) => others.every((values) => values.has(value)))
  const text = ` ${foldText(name)} `
  const isNamed = (value: string): boolean =>
    [townLabel(value).split(', ')[0] ?? '', value.split('/')[1] ?? ''].some(
      (label) => label !== '' && text.includes(` ${foldText(label)} `),
    )
  const [smallest] = shared.toSorted(
    (x, y) =>
      Number(isNamed(y)) - Number(isNamed(x)) ||
      depthOf(y) - depthOf(x) ||
      commonnessOf(x) - commonnessOf(y),
  )
  return smallest === undefined ? [] : [smallest]
}

const depthOf = (path: string): number => path.split('/').length

/** The states with the most companies, the most last. */
const common = ['AU/WA', 'NZ/Auckland', 'AU/QLD', 'AU/VIC', 'AU/NSW']
const commonnessOf = (path: string): number => common.indexOf(path.split('/').slice(0, 2).join('/'))
