import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EndpointInput } from '../../../../contract/core/endpoint.ts'
import type { crmEndpoints, DryRun } from '../../../../contract/money/crm.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useCrmCall } from '../../../shared/crm/connection.ts'

export type DryRunRow = DryRun['rows'][number]

/** The parts of a dry run so far. */
export type DryRunResult = Pick<
  DryRun,
  | 'total'
  | 'counts'
  | 'calls'
  | 'seconds'
  | 'dailyUnits'
  | 'dailyLeft'
  | 'dailyResetsAt'
  | 'problems'
  | 'rows'
> & { checked: number }

export type DryRunning = {
  state: 'checking' | 'done' | 'failed'
  error: Error | null
  /** Undefined before the first part. */
  result: DryRunResult | undefined
  retry: () => void
}

/** Looks up the records in the CRM, part by part; writes nothing there. */
export const useDryRun = ({
  id,
  connector,
  category,
  source,
  enabled,
}: {
  /** Of this dry run: another asks the CRM again. */
  id: string
  connector: string
  category: Category
  source: EndpointInput<typeof crmEndpoints.dryRun>['source']
  enabled: boolean
}): DryRunning => {
  const api = useApi()
  const withToken = useCrmCall()
  const { data, error, isError, isFetching, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['dry-run', id, connector, category, source],
      queryFn: ({ pageParam, signal }) =>
        withToken((token) =>
          api.dryRun(
            { connector, token, category, source, from: pageParam },
            { signal, timeoutMs },
          ),
        ),
      initialPageParam: 0,
      getNextPageParam: ({ next }) => next,
      enabled,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      // The CRM may change before the dialog opens again.
      gcTime: 0,
    })
  useEffect(() => {
    if (enabled && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [enabled, hasNextPage, isFetching, isError, fetchNextPage])
  const isDone = data !== undefined && !hasNextPage
  return {
    state: isDone ? 'done' : isError && !isFetching ? 'failed' : 'checking',
    error,
    result: data === undefined ? undefined : sumOf(data.pages),
    retry: () => void (data === undefined ? refetch() : fetchNextPage()),
  }
}

/** The server waits for the CRM. */
const timeoutMs = 60_000

const sumOf = (parts: readonly DryRun[]): DryRunResult => {
  const counts = { created: 0, updated: 0, unchanged: 0, conflict: 0, skipped: 0, suppressed: 0 }
  const sum = { total: 0, checked: 0, calls: 0, seconds: 0, dailyUnits: 0 }
  let dailyLeft: number | null = null
  let dailyResetsAt: string | null = null
  for (const part of parts) {
    counts.created += part.counts.created
    counts.updated += part.counts.updated
    counts.unchanged += part.counts.unchanged
    counts.conflict += part.counts.conflict
    counts.skipped += part.counts.skipped
    counts.suppressed += part.counts.suppressed
    sum.calls += part.calls
    sum.seconds += part.seconds
    sum.dailyUnits += part.dailyUnits
    dailyLeft = part.dailyLeft ?? dailyLeft
    dailyResetsAt = part.dailyResetsAt
    sum.total = part.total
    sum.checked = part.next ?? part.total
  }
  return {
    ...sum,
    dailyLeft,
    dailyResetsAt,
    counts,
    problems: [...new Set(parts.flatMap(({ problems }) => problems))],
    rows: parts.flatMap(({ rows }) => rows),
  }
}
