import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Criteria, Sorting } from '../../../contract/criteria.ts'
import { useApi } from '../../lib/use-api.ts'
import { noDistances, type Found } from './found.ts'
import { listRecordsQuery } from './queries.ts'

/** The records of a list from the server; further pages come as one scrolls. */
export const useOnlineRecords = (
  id: string,
  question: { criteria: Criteria; sorting: Sorting },
  enabled: boolean,
): Found => {
  const query = useInfiniteQuery({
    ...listRecordsQuery(useApi(), id, question),
    enabled,
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const records = useMemo(() => data?.pages.flatMap((page) => page.records) ?? [], [data])
  return {
    total: data?.pages[0]?.total,
    ids: null,
    at: (index) => records[index],
    need: (_, last) => {
      if (hasNextPage && !isFetchingNextPage && last >= records.length - 10) void fetchNextPage()
    },
    distances: noDistances,
    trouble: query.error,
    retry: () => void refetch(),
  }
}
