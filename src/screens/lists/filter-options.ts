import { useQueries } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { filterOf, valueLabel } from '../../../contract/search/filters.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { filtersOf } from './list-state.ts'
import type { PinDocs } from './use-pinned-records.ts'

/** A value of a filter; `count` is how many records of the list have it, where known. */
export type FilterOption = { value: string; label: string; count: number | null }

/** The filters of a list with their values: those of its records where it is available offline (none until counted), otherwise the server's catalogue. */
export const useFilterOptions = (
  category: Category,
  docs: PinDocs | null,
  online: boolean,
): { identifier: string; label: string; options: readonly FilterOption[] }[] => {
  const api = useApi()
  // Counting thousands of records must not delay the first rows.
  const shown = useDeferredValue(docs)
  const counting = docs !== null && shown === null
  const catalogue = useQueries({
    queries: [industries(api, online && docs === null)],
    combine: ([first]) => first.data,
  })
  return useMemo(
    () =>
      filtersOf[category].map((identifier) => ({
        identifier,
        label: filterOf(identifier)?.label ?? identifier,
        options:
          shown !== null
            ? countedIn(shown, identifier)
            : counting
              ? []
              : withoutCounts(identifier, catalogue ?? []),
      })),
    [category, shown, counting, catalogue],
  )
}

const industries = (api: ApiClient, enabled: boolean) => ({
  queryKey: ['list-industries'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string[]> => {
    const { records } = await api.filterLevels(
      { identifier: 'industry', from: 0, size: 100 },
      { signal },
    )
    return records.map(({ value }) => value)
  },
  enabled,
})

const locationValues = [
  'AU/NSW',
  'AU/VIC',
  'AU/QLD',
  'AU/WA',
  'AU/SA',
  'AU/TAS',
  'AU/ACT',
  'AU/NT',
  'NZ',
]

const withoutCounts = (identifier: string, industry: readonly string[]): FilterOption[] => {
  const filter = filterOf(identifier)
  const values =
    filter?.options?.map(({ value }) => value) ??
    (isLocation(identifier) ? locationValues : identifier === 'industry' ? industry : [])
  return values.map((value) => ({ value, label: labelOf(identifier, value), count: null }))
}

const countedIn = (docs: PinDocs, identifier: string): FilterOption[] => {
  const counts = new Map<string, number>()
  for (const { doc } of docs.values())
    for (const value of shownOf(identifier, doc.facets[identifier] ?? []))
      counts.set(value, (counts.get(value) ?? 0) + 1)
  const order = filterOf(identifier)?.options?.map(({ value }) => value)
  return [...counts]
    .map(([value, count]) => ({ value, label: labelOf(identifier, value), count }))
    .toSorted((x, y) =>
      order === undefined
        ? y.count - x.count || (x.label < y.label ? -1 : 1)
        : order.indexOf(x.value) - order.indexOf(y.value),
    )
}

/** One level of a tree of values: industries without their groups, states without their towns. */
const shownOf = (identifier: string, values: readonly string[]): readonly string[] => {
  if (identifier === 'industry') return values.slice(0, 1)
  if (!isLocation(identifier)) return values
  return values.filter((value) =>
    value.startsWith('NZ') ? value === 'NZ' : value.split('/').length === 2,
  )
}

const isLocation = (identifier: string): boolean => identifier.endsWith('location')

export const labelOf = (identifier: string, value: string): string => {
  const filter = filterOf(identifier)
  return filter ? valueLabel(filter, value) : value
}
