import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Criteria, Sorting } from '../../../contract/criteria.ts'
import type { ApiClient } from '../../lib/api.ts'

/** What the server counts: how many records searches find now, and how many are new. Asked anew by whoever opens the lists. */
export const countsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['list-counts'],
    queryFn: ({ signal }) => api.lists({}, { signal }),
    staleTime: 60_000,
    retry: false,
  })

const pageSize = 50

/** The records of a list as the server has them, page by page. */
export const listRecordsQuery = (
  api: ApiClient,
  id: string,
  { criteria, sorting }: { criteria: Criteria; sorting: Sorting },
) =>
  infiniteQueryOptions({
    queryKey: ['list-records', id, criteria, sorting],
    queryFn: ({ pageParam, signal }) =>
      api.listRecords(
        {
          id,
          ...criteria,
          sorting,
          size: pageSize,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.cursor,
    staleTime: 60_000,
  })
const firstPage: string | null = null
