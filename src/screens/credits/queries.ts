import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EntryKind } from '../../../contract/money/credits.ts'
import type { ApiClient } from '../../lib/api.ts'

/** The filters and page of the ledger; pages count from 0. */
export type LedgerView = {
  page: number
  kind: EntryKind | null
  userId: string | null
  requestId: string | null
}

export const pageSize = 25

/** A page of the ledger. The first unfiltered page is cached across reloads. */
export const ledgerQuery = (api: ApiClient, { page, kind, userId, requestId }: LedgerView) => {
  const input = {
    from: page * pageSize,
    size: pageSize,
    ...(kind !== null && { kind }),
    ...(userId !== null && { userId }),
    ...(requestId !== null && { requestId }),
  }
  const first = page === 0 && kind === null && userId === null && requestId === null
  return queryOptions({
    queryKey: first ? ['customer', 'ledger'] : ['ledger', input],
    queryFn: ({ signal }) => api.ledger(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

export const usageDays = 90

export const usageQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['customer', 'usage'],
    queryFn: ({ signal }) => api.creditsUsage({ days: usageDays }, { signal }),
    staleTime: 60_000,
  })

/** A page of the records that a ledger entry unlocked; they never change. */
export const entryRecordsQuery = (api: ApiClient, id: string, page: number) =>
  queryOptions({
    queryKey: ['ledger-records', id, page],
    queryFn: ({ signal }) =>
      api.ledgerRecords({ id, from: page * pageSize, size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })
