import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { criteriaFor, type Criteria } from '../../../contract/search/criteria.ts'
import { filterOf } from '../../../contract/search/filters.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { criteriaKey } from './criteria-edit.ts'
import { useDeviceSearch } from './device-search.tsx'
import { useFilterSource } from './filter-source.ts'
import { recordsInput, type SearchState } from './search-state.ts'
import { encodeSearch } from './url.ts'
import { useLeadingDebounce } from './leading-debounce.ts'

export const debounceMs = 300

/** The visible page of records; the last one stays until a newer one arrives. */
export const useRecords = (state: SearchState) => {
  const api = useApi()
  // The tab, the map and the open record do not change the query: no debounce.
  const key = encodeSearch({ ...state, tab: 'company', open: null, map: false, prompt: null })
  const debounced = useLeadingDebounce(state, key, debounceMs)
  const category = state.tab
  const input = recordsInput(debounced, category)
  const { source } = useDeviceSearch()
  const { from, size, sorting } = input
  return useQuery({
    queryKey: ['records', category, criteriaKey(input), { from, size, sorting }, source?.counted],
    queryFn: ({ signal }) => (source ?? api).records(input, { signal }),
    placeholderData: (before, last) => (last?.queryKey[1] === category ? before : undefined),
  })
}

/** The exact totals of several criteria, in their order; undefined while unknown. */
export const useTotals = (category: Category, criteria: readonly Criteria[]) => {
  const api = useApi()
  return useQueries({
    queries: criteria.map((other) => totalOf(api, other, category)),
    combine: (results) => results.map((result) => result.data),
  })
}

// The counts endpoint returns the total without rows, and does not use up their rate limit.
const totalOf = (api: ApiClient, criteria: Criteria, category: Category) => {
  const input = criteriaFor(criteria, category)
  return {
    queryKey: ['total', category, criteriaKey(input)],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.counts({ ...input, category, identifiers: ['country'] }, { signal })).total,
  }
}

const maxIdentifiers = 16
const maxValues = 300

/** The last numbers stay while new ones load. `looking` names the visible options of large catalogues. */
export const useCounts = (
  criteria: Criteria,
  category: Category,
  identifiers: readonly string[],
  looking: Readonly<Record<string, readonly string[]>>,
) => {
  const { calls, counted } = useFilterSource()
  const debounced = useLeadingDebounce(criteria, criteriaKey(criteria), debounceMs)
  const input = { ...criteriaFor(debounced, category), category }
  const values = Object.fromEntries(
    identifiers
      .filter((identifier) => filterOf(identifier)?.options === undefined)
      .map((identifier) => [identifier, (looking[identifier] ?? []).slice(0, maxValues)]),
  )
  const wantedIdentifiers = identifiers.filter((identifier) => values[identifier]?.length !== 0)
  const query = useQuery({
    queryKey: ['counts', counted, category, criteriaKey(input), wantedIdentifiers, values],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        inParts(wantedIdentifiers, maxIdentifiers).map((part) =>
          calls.counts(
            {
              ...input,
              identifiers: part,
              values: Object.fromEntries(
                Object.entries(values).filter(([identifier]) => part.includes(identifier)),
              ),
            },
            { signal },
          ),
        ),
      )
      const counts: Counts = {}
      for (const answer of answers) Object.assign(counts, answer.counts)
      return { total: answers[0]?.total, counts }
    },
    enabled: wantedIdentifiers.length > 0,
    placeholderData: keepPreviousData,
  })
  return query.data
}

type Counts = Record<string, Record<string, number>>

const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
