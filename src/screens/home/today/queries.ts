import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../../lib/api.ts'

/** The first steps, the accounts, the number of signals and the requests under way of Home; the last copy is kept for starts without a network. The rest of Home is on the device anyway. */
export const homeQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['home'],
    queryFn: async ({ signal }) => {
      const { checklist, topAccounts, requestsInProgress, signals7d } = await api.homepage(
        {},
        { signal },
      )
      return { checklist, topAccounts, requestsInProgress, signals7d }
    },
    // Looked at again whenever one comes back to Home.
    staleTime: 30_000,
  })
