import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../../lib/api.ts'

export const doNotCallQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['customer', 'do-not-call'],
    queryFn: ({ signal }) => api.doNotCall({}, { signal }),
    staleTime: 60_000,
  })
