import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api.ts'

export const productsQuery = (api: ApiClient, orgId: string) =>
  queryOptions({
    queryKey: ['products', orgId],
    queryFn: ({ signal }) => api.products({}, { signal }),
  })
