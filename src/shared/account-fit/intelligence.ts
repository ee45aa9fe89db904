import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fitOf, fitRules, type Fit } from '../../../contract/org/account-fit.ts'
import type { Company } from '../../../contract/records/records.ts'
import { companyDoc } from '../../../contract/search/search-doc.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'

/** What the organisation sells and to whom; kept over a reload with what else is known of the customer. */
export const intelligenceQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['customer', 'intelligence'],
    queryFn: ({ signal }) => api.accountIntelligence({}, { signal }),
  })

/** How well companies fit: a function of a company, null where no ideal customer is described, undefined while it is not known. */
export const useFit = (): ((company: Company) => Fit) | null | undefined => {
  const { data } = useQuery(intelligenceQuery(useApi()))
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  return useMemo(() => {
    if (data === undefined) return undefined
    const rules = fitRules(data.config)
    return rules && ((company) => fitOf(companyDoc(company, { today }), rules))
  }, [data, today])
}
