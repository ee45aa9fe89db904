import { queryOptions } from '@tanstack/react-query'
import type { SourceRun } from '../../../contract/org/sources.ts'
import type { ApiClient } from '../../lib/api.ts'

const openStates = new Set<SourceRun['state']>(['waiting', 'fetching', 'importing'])

export const isOpen = (run: SourceRun | null): boolean => run !== null && openStates.has(run.state)

/** While a run is in progress. */
const pollMs = 1_000

export const sourcesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['sources'],
    queryFn: ({ signal }) => api.sources({}, { signal }),
    staleTime: 5_000,
    refetchInterval: ({ state: { data } }) =>
      data?.sources.some(({ lastRun }) => isOpen(lastRun)) === true && pollMs,
  })

export const runsQuery = (api: ApiClient, id: string, last: SourceRun | null) =>
  queryOptions({
    // Another key as soon as the last run says something else; a checked file is imported by the same run.
    queryKey: ['sources', id, last?.id, last?.dryRun, last?.state],
    queryFn: ({ signal }) => api.sourceRuns({ id }, { signal }),
    placeholderData: (before) => before,
  })
