import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Estimate, RecordSource } from '../../../contract/money/credits.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import { customerInfoQuery } from '../queries.ts'

/** What an act would cost now: asked anew each time, since colleagues spend too. */
export const estimateQuery = (api: ApiClient, category: Category, source: RecordSource) =>
  queryOptions({
    queryKey: ['estimate', category, source],
    queryFn: ({ signal }): Promise<Estimate> => api.estimate({ category, source }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** What the account holds, where an answer told it. */
type Left = { balance: number; reserved: number }

/** To be called after credits went or came, by whatever act: the meter shows what is left at once, and all that counts credits asks anew. */
export const creditsChanged = (client: QueryClient, api: ApiClient, left?: Left): void => {
  if (left !== undefined)
    client.setQueryData(
      customerInfoQuery(api).queryKey,
      (info) => info && { ...info, credits: { balance: left.balance, reserved: left.reserved } },
    )
  for (const part of ['info', 'credits', 'ledger', 'usage'])
    void client.invalidateQueries({ queryKey: ['customer', part] })
  for (const key of ['ledger', 'home']) void client.invalidateQueries({ queryKey: [key] })
}
