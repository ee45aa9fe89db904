import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fitOf, fitRules, type Fit } from '../../../contract/org/account-fit.ts'
import type {
  AccountIntelligence,
  SavedAccountIntelligence,
} from '../../../contract/org/account-intelligence.ts'
import type { Company } from '../../../contract/records/records.ts'
import { companyDoc } from '../../../contract/search/search-doc.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
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

/** Saves a version made from `version`. */
export const useSaveIntelligence = () => {
  const api = useApi()
  const client = useQueryClient()
  const { queryKey } = intelligenceQuery(api)
  return useMutation({
    mutationKey: ['Saving account intelligence'],
    mutationFn: (input: { config: AccountIntelligence; version: number }) =>
      api.changeAccountIntelligence(input),
    onSuccess: (saved) => {
      client.setQueryData<SavedAccountIntelligence>(queryKey, saved)
      // Results sorted by fit still use the previous version.
      void client.invalidateQueries({ queryKey: ['records', 'company'] })
    },
    // After a conflict, shows the version that another admin saved first.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

/** Whether another admin saved first. */
export const isVersionConflict = (error: Error): boolean =>
  error instanceof ApiProblem && error.code === 'version-conflict'
