import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { optionPageSize } from '../../../contract/constants.ts'
import type { Criteria } from '../../../contract/search/criteria.ts'
import { filterOf } from '../../../contract/search/filters.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useFilterSource } from './filter-source.ts'

export const typingMs = 250

/** Whether an option search may run: some filters need a minimum length (spec 5). */
export const termIsEnough = (identifier: string, term: string): boolean =>
  term.trim().length >= (filterOf(identifier)?.minTerm ?? 0)

/** Options of a filter that match the term; without a term the most frequent ones, where the filter allows that. */
export const useOptions = (identifier: string, term: string, country: OptionCountry) => {
  const { calls, catalogue } = useFilterSource()
  const searchTerm = useDebounced(term.trim(), typingMs)
  const enabled = termIsEnough(identifier, term) && termIsEnough(identifier, searchTerm)
  return useInfiniteQuery({
    queryKey: ['option-search', identifier, searchTerm, country, catalogue],
    queryFn: ({ signal, pageParam }) =>
      calls.searchFilterOptions(
        {
          identifier,
          searchTerm,
          from: pageParam,
          size: optionPageSize,
          ...(country !== undefined && { country }),
        },
        { signal },
      ),
    ...paged,
    enabled,
    placeholderData: keepPreviousData,
  })
}

export const useLevel = (
  identifier: string,
  parent: string | undefined,
  country: OptionCountry,
) => {
  const { calls, catalogue } = useFilterSource()
  return useInfiniteQuery({
    queryKey: ['levels', identifier, parent ?? null, country, catalogue],
    queryFn: ({ signal, pageParam }) =>
      calls.filterLevels(
        {
          identifier,
          from: pageParam,
          size: optionPageSize,
          ...(parent !== undefined && { levelOneId: parent }),
          ...(country !== undefined && { country }),
        },
        { signal },
      ),
    ...paged,
  })
}

/** Whether options failed to load; offline, the first failure counts, so that users do not wait for a retry. */
export const useOptionsTrouble = (query: { isError: boolean; failureCount: number }): boolean => {
  const offline = useOffline()
  return query.isError || (offline && query.failureCount > 0)
}

const paged = {
  initialPageParam: 0,
  getNextPageParam: (last: { total: number }, pages: readonly unknown[]) => {
    const next = pages.length * optionPageSize
    return next < last.total ? next : undefined
  },
}

export type OptionCountry = 'AU' | 'NZ' | undefined

export const optionCountry = (criteria: Criteria): OptionCountry => {
  const [only, ...more] = criteria.filters['country'] ?? []
  return more.length === 0 && (only === 'AU' || only === 'NZ') ? only : undefined
}

/** The options of a multi-level filter that are above chosen ones, on every level. */
export const useAboveChosen = (identifier: string, criteria: Criteria): ReadonlySet<string> => {
  const { calls, catalogue } = useFilterSource()
  const input = {
    identifier,
    values: [...(criteria.filters[identifier] ?? [])].sort().slice(0, 200),
  }
  const { data } = useQuery({
    queryKey: ['labels', input, catalogue],
    queryFn: ({ signal }) => calls.optionLabels(input, { signal }),
    enabled: input.values.length > 0,
    placeholderData: keepPreviousData,
  })
  const above = new Set<string>()
  for (const value of input.values) {
    const parent = data?.parents?.[value]
    if (parent === undefined) continue
    above.add(parent)
    // The values of locations are paths: 'AU/WA/Perth' is below 'AU/WA' and 'AU'.
    for (let end = parent.lastIndexOf('/'); end > 0; end = parent.lastIndexOf('/', end - 1))
      above.add(parent.slice(0, end))
  }
  return above
}

/** Labels of chosen values that the page knows only by code; undefined until they load. */
export const useLabels = (criteria: Criteria) => {
  const { calls, catalogue } = useFilterSource()
  const inputs = [...new Set([...Object.keys(criteria.filters), ...Object.keys(criteria.excluded)])]
    .filter((identifier) => {
      const kind = filterOf(identifier)?.kind
      return kind === 'ids' || kind === 'catalogue'
    })
    .sort()
    .map((identifier) => ({
      identifier,
      values: [
        ...new Set([
          ...(criteria.filters[identifier] ?? []),
          ...(criteria.excluded[identifier] ?? []),
        ]),
      ]
        .sort()
        .slice(0, 200),
    }))
  const known = useQueries({
    queries: inputs.map((input) => ({
      queryKey: ['labels', input, catalogue],
      queryFn: ({ signal }: { signal: AbortSignal }) => calls.optionLabels(input, { signal }),
      placeholderData: keepPreviousData,
    })),
    combine: (results) => results.map((result) => result.data?.labels ?? {}),
  })
  return (identifier: string, value: string): string | undefined => {
    const at = inputs.findIndex((input) => input.identifier === identifier)
    if (at === -1) return undefined
    return known[at]?.[value]
  }
}
