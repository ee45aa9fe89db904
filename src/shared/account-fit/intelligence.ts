import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fitOf, fitRules, type Fit } from '../../../contract/org/account-fit.ts'
import type { Company } from '../../../contract/records/records.ts'
import { companyDoc } from '../../../contract/search/search-doc.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { dayOf } from '../../../contract/core/days.ts'

export const intelligenceQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['customer', 'intelligence'],
    queryFn: ({ signal }) => api.accountIntelligence({}, { signal }),
  })

/** Returns the function that scores a company; null without an ideal customer, undefined while loading. */
export const useFit = (): ((company: Company) => Fit) | null | undefined => {
  const { data } = useQuery(intelligenceQuery(useApi()))
  const [today] = useState(() => dayOf(new Date()))
  return useMemo(() => {
    if (data === undefined) return undefined
    const rules = fitRules(data.config)
    return rules && ((company) => fitOf(companyDoc(company, { today }), rules))
  }, [data, today])
}
