import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api.ts'

const everyMs = 15_000

export const installationQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['installation'],
    queryFn: ({ signal }) => api.installation({}, { signal }),
    staleTime: 5_000,
    refetchInterval: everyMs,
  })

/** It asks the mail server and Stripe too, so it is not repeated by itself. */
export const faultsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['installation', 'faults'],
    queryFn: ({ signal }) => api.installationFaults({}, { signal }),
    staleTime: 60_000,
  })
