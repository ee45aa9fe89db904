import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { criteriaFor, type Criteria } from '../../../contract/search/criteria.ts'
import { filterOf } from '../../../contract/search/filters.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { criteriaKey } from './criteria-edit.ts'
import { useFilterSource } from './filter-source.ts'
import { recordsInput, type SearchState } from './search-state.ts'
import { encodeSearch } from './url.ts'
import { useSettled } from './settled.ts'

/** How long a flurry of changes must rest before the server is asked. */
export const settleMs = 300

/** The page of records of the tab now on the screen; until a newer one arrives the last one stays. */
export const useRecords = (state: SearchState) => {
  const api = useApi()
  // The tab and the open record change what is looked at, not what is asked for: they wait for nothing.
  const asked = encodeSearch({ ...state, tab: 'company', open: null, prompt: null })
  const settled = useSettled(state, asked, settleMs)
  const category = state.tab
  const input = recordsInput(settled, category)
  const { from, size, sorting } = input
  return useQuery({
    queryKey: ['records', category, criteriaKey(input), { from, size, sorting }],
    queryFn: ({ signal }) => api.records(input, { signal }),
    placeholderData: (before, last) => (last?.queryKey[1] === category ? before : undefined),
  })
}

/** The exact totals of several criteria, in their order; undefined where not known yet. */
export const useTotals = (category: Category, criteria: readonly Criteria[]) => {
  const api = useApi()
  return useQueries({
    queries: criteria.map((other) => totalOf(api, other, category)),
    combine: (results) => results.map((result) => result.data),
  })
}

// The counts call tells the total without fetching rows, and does not use up the allowance for them.
const totalOf = (api: ApiClient, criteria: Criteria, category: Category) => {
  const input = criteriaFor(criteria, category)
  return {
    queryKey: ['total', category, criteriaKey(input)],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.counts({ ...input, category, identifiers: ['country'] }, { signal })).total,
  }
}

const mostIdentifiers = 16
const mostValues = 300

/**
 * How many results each further option of some filters would give, and the total as the criteria stand;
 * the last numbers stay while new ones load. `looking` names the options of large catalogues that are on the screen.
 */
export const useCounts = (
  criteria: Criteria,
  category: Category,
  identifiers: readonly string[],
  looking: Readonly<Record<string, readonly string[]>>,
) => {
  const { calls, counted } = useFilterSource()
  const settled = useSettled(criteria, criteriaKey(criteria), settleMs)
  const input = { ...criteriaFor(settled, category), category }
  const values = Object.fromEntries(
    identifiers
      .filter((identifier) => filterOf(identifier)?.options === undefined)
      .map((identifier) => [identifier, (looking[identifier] ?? []).slice(0, mostValues)]),
  )
  const asked = identifiers.filter((identifier) => values[identifier]?.length !== 0)
  const query = useQuery({
    queryKey: ['counts', counted, category, criteriaKey(input), asked, values],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        inParts(asked, mostIdentifiers).map((part) =>
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
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  })
  return query.data
}

type Counts = Record<string, Record<string, number>>

const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
