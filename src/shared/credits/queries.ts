import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Estimate, RecordSource } from '../../../contract/money/credits.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import { customerInfoQuery } from '../queries.ts'

/** What an action costs now; fetched each time, since colleagues spend too. */
export const estimateQuery = (api: ApiClient, category: Category, source: RecordSource) =>
  queryOptions({
    queryKey: ['estimate', category, source],
    queryFn: ({ signal }): Promise<Estimate> => api.estimate({ category, source }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

type Left = { balance: number; reserved: number }

/** Call after credits changed: the meter shows the balance at once, and all queries about credits are invalidated. */
export const refreshCredits = (client: QueryClient, api: ApiClient, left?: Left): void => {
  if (left !== undefined)
    client.setQueryData(
      customerInfoQuery(api).queryKey,
      (info) => info && { ...info, credits: { balance: left.balance, reserved: left.reserved } },
    )
  for (const part of ['info', 'credits', 'ledger', 'usage'])
    void client.invalidateQueries({ queryKey: ['customer', part] })
  for (const key of ['ledger', 'home']) void client.invalidateQueries({ queryKey: [key] })
}
