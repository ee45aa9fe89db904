import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../../lib/api.ts'

/** First steps, accounts, the number of signals and requests in progress; the last answer is persisted for offline starts. The rest of Home is on the device. */
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
    // Refetched whenever the user returns to Home.
    staleTime: 30_000,
  })
